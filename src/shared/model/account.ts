import { z } from 'zod'
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../limits.ts'
import { tooLong } from '../texts/limits.ts'
import { loginTexts, passwordTexts } from '../texts/sign-in.ts'
import { nameSchema } from './text.ts'
import { timeZoneSchema } from './time-zone.ts'

/** Length limits of a new password; `newPasswordFault` applies the other rules. */
const passwordSchema = z
  .string()
  .min(MIN_PASSWORD_LENGTH, passwordTexts.tooShort)
  .max(MAX_PASSWORD_LENGTH, passwordTexts.tooLong)

/** Longest e-mail address to which mail can be delivered. */
export const MAX_EMAIL_LENGTH = 254

/** A new account. The name defaults to the part of the e-mail address before the @. */
export const accountDraftSchema = z.object({
  email: z
    .string()
    .max(MAX_EMAIL_LENGTH, { error: loginTexts.invalidEmail, abort: true })
    .trim()
    .toLowerCase()
    .pipe(z.email(loginTexts.invalidEmail)),
  name: nameSchema.trim().max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)).default(''),
  password: passwordSchema,
  /** Browser's time zone; unknown zones are ignored. */
  timeZone: timeZoneSchema.optional().catch(undefined),
})
export type AccountDraft = z.infer<typeof accountDraftSchema>
