import { z } from 'zod'
import { apiTokenDraftSchema, apiTokenSchema } from '../model/api-token.ts'
import { idSchema } from '../model/id.ts'
import { apiTokenTexts } from '../texts.ts'
import { notFound, signedIn } from './calls.ts'

/** The newest first, expired ones too. */
const list = signedIn
  .route({ method: 'GET', path: '/tokens' })
  .meta({ credential: 'session' })
  .output(z.array(apiTokenSchema))

/** The one answer that holds the token itself. */
const create = signedIn
  .route({ method: 'POST', path: '/tokens', successStatus: 201 })
  .meta({ changes: ['tokens'], credential: 'recent' })
  .input(apiTokenDraftSchema)
  .output(apiTokenSchema.extend({ token: z.string() }))
  .errors({
    ALREADY_EXPIRED: { status: 409, message: apiTokenTexts.alreadyExpired },
    TOO_MANY_TOKENS: { status: 409, message: apiTokenTexts.tooMany },
  })

/** It is refused from then on, and its event streams end. */
const remove = signedIn
  .route({ method: 'DELETE', path: '/tokens/{id}', successStatus: 204 })
  .meta({ changes: ['tokens'], credential: 'recent' })
  .input(z.object({ id: idSchema }))
  .errors(notFound)

export const tokens = { list, create, remove }
