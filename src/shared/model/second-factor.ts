import { z } from 'zod'
import { tooLong } from '../texts.ts'

/** As many digits as an app shows, and room for the spaces between them. */
const MAX_CODE_LENGTH = 16
/** Six groups of four, and room for what stands between them. */
const MAX_RECOVERY_CODE_LENGTH = 64

/** As it was typed. */
export const codeSchema = z.string().max(MAX_CODE_LENGTH, tooLong(MAX_CODE_LENGTH))
export const recoveryCodeSchema = z
  .string()
  .max(MAX_RECOVERY_CODE_LENGTH, tooLong(MAX_RECOVERY_CODE_LENGTH))
