import { z } from 'zod'
import { apiTokenDraftSchema, apiTokenSchema } from '../model/api-token.ts'
import { idSchema } from '../model/id.ts'
import { apiTokenTexts } from '../texts/api-tokens.ts'
import { notFound, signedIn } from './calls.ts'

/** Newest first, expired tokens included. */
const list = signedIn
  .route({ method: 'GET', path: '/tokens' })
  .meta({ credential: 'session' })
  .output(z.array(apiTokenSchema))

/** The only answer that contains the token itself. */
const create = signedIn
  .route({ method: 'POST', path: '/tokens', successStatus: 201 })
  .meta({ changes: ['tokens'], credential: 'recent' })
  .input(apiTokenDraftSchema)
  .output(apiTokenSchema.extend({ token: z.string() }))
  .errors({
    ALREADY_EXPIRED: { status: 409, message: apiTokenTexts.alreadyExpired },
    TOO_MANY_TOKENS: { status: 409, message: apiTokenTexts.tooMany },
  })

/** Revokes the token and ends its event streams. */
const remove = signedIn
  .route({ method: 'DELETE', path: '/tokens/{id}', successStatus: 204 })
  .meta({ changes: ['tokens'], credential: 'recent' })
  .input(z.object({ id: idSchema }))
  .errors(notFound)

export const tokens = { list, create, remove }
