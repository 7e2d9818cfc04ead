import { z } from 'zod'
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../limits.ts'
import { loginTexts, passwordTexts } from '../sign-in-texts.ts'
import { tooLong } from '../texts.ts'
import { nameSchema } from './text.ts'
import { timeZoneSchema } from './time-zone.ts'

/** Of any password that is chosen; `newPasswordFault` says what else is asked of one. */
const passwordSchema = z
  .string()
  .min(MIN_PASSWORD_LENGTH, passwordTexts.tooShort)
  .max(MAX_PASSWORD_LENGTH, passwordTexts.tooLong)

/** Of an address that mail can reach, and as long a one. */
export const MAX_EMAIL_LENGTH = 254

/** A new account. Without a name it is the part of the e-mail before the @. */
export const accountDraftSchema = z.object({
  email: z
    .string()
    .max(MAX_EMAIL_LENGTH, { error: loginTexts.invalidEmail, abort: true })
    .trim()
    .toLowerCase()
    .pipe(z.email(loginTexts.invalidEmail)),
  name: nameSchema.trim().max(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)).default(''),
  password: passwordSchema,
  /** Of the browser in which it is made; one that is not known here is none. */
  timeZone: timeZoneSchema.optional().catch(undefined),
})
export type AccountDraft = z.infer<typeof accountDraftSchema>
