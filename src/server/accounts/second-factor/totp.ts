import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
/** Steps before and after the present one whose code is good: a clock that is 30 s off, a slow hand. */
const TOLERANCE = 1
/** Steps in which a code is looked for, to tell how far off a clock is. */
const SEARCHED = 120

/** @returns 160 random bits in base32 */
export const newSecret = (): string => new Secret().base32

/** What a phone's camera reads: `otpauth://totp/…`. */
export const addressOf = (
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string => {
  const address = new TOTP({ issuer, label, secret }).toString()
  // As apps take it where nothing is said: a code with less in it is easier to scan.
  return address.replace(/&(?:algorithm|digits|period)=[^&]*/g, '')
}

/** @returns the step of 30 seconds, counted from 1970, whose code it is; null where it is not good now */
export const stepOf = (secret: string, code: string, now: number): number | null =>
  foundStep(secret, code, now, TOLERANCE)

/** Seconds that the clock that made the code is ahead; negative: behind. Null where it is no such code. */
export function clockError(secret: string, code: string, now: number): number | null {
  const step = foundStep(secret, code, now, SEARCHED)
  return step === null ? null : (step - stepAt(now)) * (STEP_MS / 1_000)
}

/** @param code as it was typed: apps show a space between the digits */
function foundStep(secret: string, code: string, now: number, window: number): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = new TOTP({ secret }).validate({ token, timestamp: now, window })
  return delta === null ? null : stepAt(now) + delta
}

const stepAt = (now: number): number => Math.floor(now / STEP_MS)
