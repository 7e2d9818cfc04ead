import { z } from 'zod'
import { idSchema } from '../model/id.ts'
import { notFound, signedIn } from './calls.ts'

/** The account's sessions: this browser first, then the newest. */
const list = signedIn
  .route({ method: 'GET', path: '/sessions' })
  .meta({ credential: 'session' })
  .output(
    z.array(
      z.object({
        id: z.string(),
        isCurrent: z.boolean(),
        signedInAt: z.iso.datetime(),
        /** Accurate to some minutes. */
        lastUsedAt: z.iso.datetime(),
        ipAddress: z.string().nullable(),
        /** Country of the address, «red local» or «esta máquina»; null if unknown. */
        location: z.string().nullable(),
        /** `User-Agent` header. */
        userAgent: z.string().nullable(),
      }),
    ),
  )

/** Signs that browser out at once. */
const end = signedIn
  .route({ method: 'DELETE', path: '/sessions/{id}', successStatus: 204 })
  .meta({ changes: ['sessions'], credential: 'recent' })
  .input(z.object({ id: idSchema }))
  .errors(notFound)

/** Signs all other browsers out at once. */
const endOthers = signedIn
  .route({ method: 'DELETE', path: '/sessions' })
  .meta({ changes: ['sessions'], credential: 'recent' })
  .output(z.object({ ended: z.int() }))

export const sessions = { list, end, endOthers }
