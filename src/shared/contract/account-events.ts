import { z } from 'zod'
import { accountEventQuerySchema, accountEventSchema } from '../model/account-event.ts'
import { signedIn } from './calls.ts'

/** A page of the account's events of the last 90 days, newest first; at most 200 of each kind are kept. */
const list = signedIn
  .route({ method: 'GET', path: '/account-events' })
  .meta({ credential: 'session' })
  .input(accountEventQuerySchema)
  .output(
    z.object({
      items: z.array(accountEventSchema),
      total: z.number(),
      page: z.number(),
      pageSize: z.number(),
    }),
  )

export const accountEvents = { list }
