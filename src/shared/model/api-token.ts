import { z } from 'zod'
import { MAX_TOKEN_NAME_LENGTH } from '../limits.ts'
import { apiTokenTexts } from '../texts/api-tokens.ts'
import { tooLong } from '../texts/limits.ts'
import { instantSchema } from './alert.ts'
import { nameSchema } from './text.ts'

/** `read`: GET calls, the event stream and downloads; `all`: every call that accepts tokens. */
export const tokenScopes = ['read', 'all'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const apiTokenDraftSchema = z.object({
  name: nameSchema
    .trim()
    .min(1, apiTokenTexts.nameRequired)
    .max(MAX_TOKEN_NAME_LENGTH, tooLong(MAX_TOKEN_NAME_LENGTH)),
  scope: z.enum(tokenScopes),
  /** When the token expires; null: never. */
  expiresAt: instantSchema.nullable(),
})
export type ApiTokenDraft = z.infer<typeof apiTokenDraftSchema>

export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** Last characters of the token. */
  tail: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  /** By the server's clock. */
  isExpired: z.boolean(),
  /** Latest use, up to five minutes late; null: never used. */
  lastUsedAt: z.iso.datetime().nullable(),
})
export type ApiToken = z.infer<typeof apiTokenSchema>
