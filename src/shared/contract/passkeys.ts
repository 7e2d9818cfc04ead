import { z } from 'zod'
import { idSchema } from '../model/id.ts'
import { passkeyNameSchema, passkeySchema } from '../model/passkey.ts'
import { anyone, notFound, signedIn } from './calls.ts'

/** Origin that passkeys are valid for: the public address of this installation alone. */
const site = anyone
  .route({ method: 'GET', path: '/passkeys/site' })
  .output(z.object({ origin: z.string() }))

/** The account's passkeys, oldest first. They are made and used over `/api/auth/passkey`. */
const list = signedIn
  .route({ method: 'GET', path: '/passkeys' })
  .meta({ credential: 'session' })
  .output(z.array(passkeySchema))

const rename = signedIn
  .route({ method: 'PATCH', path: '/passkeys/{id}', successStatus: 204 })
  .meta({ changes: ['passkeys'], credential: 'recent' })
  .input(z.object({ id: idSchema, name: passkeyNameSchema }))
  .errors(notFound)

/** The passkey can't sign in any more; sessions it has opened go on. */
const remove = signedIn
  .route({ method: 'DELETE', path: '/passkeys/{id}', successStatus: 204 })
  .meta({ changes: ['passkeys'], credential: 'recent' })
  .input(z.object({ id: idSchema }))
  .errors(notFound)

export const passkeys = { site, list, rename, remove }
