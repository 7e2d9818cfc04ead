import { z } from 'zod'
import { errorLogQuerySchema, errorLogSchema } from '../model/error-log.ts'
import { olderThanSchema } from '../model/purge.ts'
import { signedIn } from './calls.ts'

/** A page of the whole log as of `asOf`. */
const list = signedIn
  .route({ method: 'GET', path: '/error-logs' })
  .input(errorLogQuerySchema)
  .output(
    z.object({
      items: z.array(errorLogSchema),
      total: z.number(),
      page: z.number(),
      pageSize: z.number(),
      asOf: z.iso.datetime(),
    }),
  )

const deleted = z.object({ deleted: z.number() })

const purge = signedIn
  .route({ method: 'POST', path: '/error-logs/purge' })
  .meta({ changes: ['errorLogs'] })
  .input(olderThanSchema)
  .output(deleted)

const clear = signedIn
  .route({ method: 'POST', path: '/error-logs/clear' })
  .meta({ changes: ['errorLogs'] })
  .output(deleted)

export const errorLogs = { list, purge, clear }
