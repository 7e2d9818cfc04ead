import { z } from 'zod'
import { tooLong } from '../texts/limits.ts'

/** Fits the digits that an app shows, with spaces between them. */
const MAX_CODE_LENGTH = 16
/** Fits six groups of four, with separators. */
const MAX_RECOVERY_CODE_LENGTH = 64

/** A code as typed. */
export const codeSchema = z.string().max(MAX_CODE_LENGTH, tooLong(MAX_CODE_LENGTH))
export const recoveryCodeSchema = z
  .string()
  .max(MAX_RECOVERY_CODE_LENGTH, tooLong(MAX_RECOVERY_CODE_LENGTH))
