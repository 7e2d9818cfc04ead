import { z } from 'zod'
import { MAX_NAME_LENGTH } from '../limits.ts'
import { tooLong } from '../texts/limits.ts'
import { passkeyTexts } from '../texts/sign-in.ts'
import { nameSchema } from './text.ts'

/** The owner's name for a passkey. */
export const passkeyNameSchema = nameSchema
  .trim()
  .min(1, passkeyTexts.nameRequired)
  .max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH))

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Last sign-in or identity confirmation with it; null: unused. */
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof passkeySchema>
