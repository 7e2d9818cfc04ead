import { z } from 'zod'
import { idSchema } from '../model/id.ts'
import { notFound, signedIn } from './calls.ts'

/** Where the account is signed in, this browser first, then the newest. */
const list = signedIn.route({ method: 'GET', path: '/sessions' }).output(
  z.array(
    z.object({
      id: z.string(),
      isCurrent: z.boolean(),
      signedInAt: z.iso.datetime(),
      ipAddress: z.string().nullable(),
      /** As the browser calls itself. */
      userAgent: z.string().nullable(),
    }),
  ),
)

/** That browser is signed out at once. */
const end = signedIn
  .route({ method: 'DELETE', path: '/sessions/{id}', successStatus: 204 })
  .meta({ changes: ['sessions'] })
  .input(z.object({ id: idSchema }))
  .errors(notFound)

export const sessions = { list, end }
