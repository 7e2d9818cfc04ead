import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'pgn_'
const SECRET_BYTES = 32
/** Digits that hold 256 bits, and those that hold 32. */
const SECRET_DIGITS = 43
const CHECK_DIGITS = 6

/**
 * 256 random bits and a check value, both in digits and letters alone: a scanner of texts finds it by its
 * prefix, tells by the check value that it is none by chance, and a double click takes it whole.
 */
export function newApiToken(): string {
  const secret = inDigits(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_DIGITS)
  return `${PREFIX}${secret}${checkValue(secret)}`
}

/**
 * One without salt and without repetition, since nobody can guess 256 random bits: a slow hash is for
 * what people choose. A token is looked up by it, so how long that takes says nothing of the token.
 */
export const hashOfApiToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** Whether it could be one: what was cut or mistyped need not be looked up. */
export function isApiToken(text: string): boolean {
  const [, secret, check] = WRITTEN.exec(text) ?? []
  return secret !== undefined && checkValue(secret) === check
}

const WRITTEN = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${SECRET_DIGITS}})([0-9A-Za-z]{${CHECK_DIGITS}})$`,
)

const checkValue = (secret: string): string => inDigits(BigInt(crc32(secret)), CHECK_DIGITS)

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function inDigits(value: bigint, length: number): string {
  let written = ''
  for (let rest = value; written.length < length; rest /= 62n)
    written = DIGITS.charAt(Number(rest % 62n)) + written
  return written
}
