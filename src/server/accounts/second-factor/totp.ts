import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
/** Accepted steps before and after the present one: for clocks that are 30 s off and slow typists. */
const TOLERANCE = 1
/** Steps searched before and after the present one, to tell how far off a clock is: an hour each way. */
const SEARCHED = 120

/** @returns 160 random bits in base32 */
export const newSecret = (): string => new Secret().base32

/** Content of the QR code: `otpauth://totp/…`. */
export const addressOf = (
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string => {
  const address = new TOTP({ issuer, label, secret }).toString()
  // Apps assume these defaults, and a shorter QR code is easier to scan.
  return address.replace(/&(?:algorithm|digits|period)=[^&]*/g, '')
}

/** @returns the code's step of 30 seconds, counted from 1970; null if the code is not valid now */
export const stepOf = (secret: string, code: string, now: number): number | null =>
  foundStep(secret, code, now, TOLERANCE)

/** Seconds by which the app's clock is ahead; negative if behind; null if no step within an hour has the code. */
export function clockError(secret: string, code: string, now: number): number | null {
  const step = foundStep(secret, code, now, SEARCHED)
  return step === null ? null : (step - stepAt(now)) * (STEP_MS / 1_000)
}

/** @param code as typed; apps show a space between the digits */
function foundStep(secret: string, code: string, now: number, window: number): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = new TOTP({ secret }).validate({ token, timestamp: now, window })
  return delta === null ? null : stepAt(now) + delta
}

const stepAt = (now: number): number => Math.floor(now / STEP_MS)
