import { createHash, randomInt } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '#shared/limits.ts'

/** Without those that are taken for another: 0 and o, 1, i and l. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUPS = 6
const GROUP_LENGTH = 4

/**
 * Codes of 118 random bits, which a plain hash keeps as well as a slow one, and which nobody guesses.
 * @returns them as they are shown: `k3f9-…`, six groups of four
 */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODE_COUNT }, newCode)

/** @param code as it was typed: large or small, with or without what stands between the groups */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('base64url')

const newCode = (): string => Array.from({ length: GROUPS }, newGroup).join('-')

const newGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
