import { z } from 'zod'
import { errorLogQuerySchema, errorLogSchema } from '../model/error-log.ts'
import { olderThanSchema } from '../model/purge.ts'
import { signedInCall } from './errors.ts'

/** A page of the whole log; `asOf` is the instant it speaks of. */
const list = signedInCall
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

const purge = signedInCall
  .route({ method: 'POST', path: '/error-logs/purge' })
  .input(olderThanSchema)
  .output(deleted)

const clear = signedInCall.route({ method: 'POST', path: '/error-logs/clear' }).output(deleted)

export const errorLogs = { list, purge, clear }
