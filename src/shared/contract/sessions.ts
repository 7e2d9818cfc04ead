import { z } from 'zod'
import { idSchema } from '../model/id.ts'
import { notFound, signedIn } from './calls.ts'

/** Where the account is signed in, this browser first, then the newest. */
const list = signedIn
  .route({ method: 'GET', path: '/sessions' })
  .meta({ credential: 'session' })
  .output(
    z.array(
      z.object({
        id: z.string(),
        isCurrent: z.boolean(),
        signedInAt: z.iso.datetime(),
        /** Some minutes ago at most. */
        lastUsedAt: z.iso.datetime(),
        ipAddress: z.string().nullable(),
        /** Where the address is, in Spanish. */
        location: z.string().nullable(),
        /** As the browser calls itself. */
        userAgent: z.string().nullable(),
      }),
    ),
  )

/** That browser is signed out at once. */
const end = signedIn
  .route({ method: 'DELETE', path: '/sessions/{id}', successStatus: 204 })
  .meta({ changes: ['sessions'], credential: 'recent' })
  .input(z.object({ id: idSchema }))
  .errors(notFound)

/** All other browsers are signed out at once. */
const endOthers = signedIn
  .route({ method: 'DELETE', path: '/sessions' })
  .meta({ changes: ['sessions'], credential: 'recent' })
  .output(z.object({ ended: z.int() }))

export const sessions = { list, end, endOthers }
