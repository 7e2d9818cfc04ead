import { createHash, randomInt } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '#shared/limits.ts'

/** Without characters that are easily confused: 0 and o, 1, i and l. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUPS = 6
const GROUP_LENGTH = 4

/**
 * Codes of 118 random bits: they can't be guessed, so a fast hash is as good as a slow one.
 * @returns codes in the form that is shown: `k3f9-…`, six groups of four
 */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODE_COUNT }, newCode)

/** @param code as typed: in upper or lower case, with or without hyphens or spaces between the groups */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('base64url')

const newCode = (): string => Array.from({ length: GROUPS }, newGroup).join('-')

const newGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
