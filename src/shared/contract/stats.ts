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

/** Each of the last 7 or 30 days or 12 weeks, the present one last. */
const trend = signedIn
  .route({ method: 'GET', path: '/stats/trend' })
  .input(statsScopeSchema.extend({ period: z.enum(trendPeriods) }))
  .output(z.array(trendBucketSchema))

/** Alerts of the last seven days by connection, highest count first, without idle connections. */
const byConnection = signedIn
  .route({ method: 'GET', path: '/stats/connections' })
  .input(statsScopeSchema.pick({ tz: true }))
  .output(z.array(z.object({ connectionId: z.string(), name: z.string(), count: z.number() })))

/** The last seven days of every connection, and the median duration of its latest 20 deliveries. */
const weeks = signedIn
  .route({ method: 'GET', path: '/stats/weeks' })
  .input(statsScopeSchema.pick({ tz: true }))
  .output(z.array(connectionWeekSchema))

export const stats = { summary, trend, byConnection, weeks }
