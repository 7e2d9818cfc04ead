import { z } from 'zod'
import {
  connectionWeekSchema,
  statsScopeSchema,
  summarySchema,
  trendBucketSchema,
} from '../model/stats.ts'
import { trendPeriods } from '../stats.ts'
import { signedIn } from './calls.ts'

const summary = signedIn
  .route({ method: 'GET', path: '/stats/summary' })
  .input(statsScopeSchema)
  .output(summarySchema)

/** The last 7 or 30 days or 12 weeks without a gap, the present one last. */
const trend = signedIn
  .route({ method: 'GET', path: '/stats/trend' })
  .input(statsScopeSchema.extend({ period: z.enum(trendPeriods) }))
  .output(z.array(trendBucketSchema))

/** The alerts of the last seven days by connection, the most first; without those that had none. */
const byConnection = signedIn
  .route({ method: 'GET', path: '/stats/connections' })
  .input(statsScopeSchema.pick({ tz: true }))
  .output(z.array(z.object({ connectionId: z.string(), name: z.string(), count: z.number() })))

/** The last seven days of every connection, and how long the latest 20 deliveries of each took. */
const weeks = signedIn
  .route({ method: 'GET', path: '/stats/weeks' })
  .input(statsScopeSchema.pick({ tz: true }))
  .output(z.array(connectionWeekSchema))

export const stats = { summary, trend, byConnection, weeks }
