import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'pgn_'
const SECRET_BYTES = 32
/** Base-62 digits of the 256-bit secret and of the 32-bit check value. */
const SECRET_DIGITS = 43
const CHECK_DIGITS = 6

/**
 * 256 random bits and a check value in digits and letters only: secret scanners find it by its prefix and
 * rule out chance matches by the check value, and a double click selects all of it.
 */
export function newApiToken(): string {
  const secret = inDigits(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_DIGITS)
  return `${PREFIX}${secret}${checkValue(secret)}`
}

/**
 * SHA-256 without salt or iterations: 256 random bits can't be guessed; slow hashes are for passwords that
 * people choose. Tokens are looked up by this hash, so that lookup times do not reveal a token.
 */
export const hashOfApiToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** True if format and check value are right: a truncated or mistyped token needs no lookup. */
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
