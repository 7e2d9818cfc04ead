import { z } from 'zod'
import type { SecretBox } from '#server/base/secrets.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import {
  insertSecondFactor,
  readSecondFactor,
  replaceRecoveryCodes,
} from '#server/store/rows/second-factors.ts'
import { deleteOtherSessions, sessionIds } from '#server/store/rows/sessions.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { addressOf, clockError, newSecret, stepOf } from './totp.ts'

export class SecondFactorOnError extends Error {
  override name = 'SecondFactorOnError'
}

/** The set-up belongs to another account or an ended session, or has expired. */
export class SetUpOverError extends Error {
  override name = 'SetUpOverError'
}

export class WrongCodeError extends Error {
  override name = 'WrongCodeError'
  /** Seconds by which the app's clock is ahead; negative if behind; null if no step within an hour has the code. */
  readonly clockError: number | null

  constructor(clockError: number | null) {
    super('the code is not good')
    this.clockError = clockError
  }
}

const SET_UP_MS = 30 * 60_000

export type SetUp = {
  /** Base32, for typing. */
  secret: string
  /** Content of the QR code: `otpauth://totp/…`. */
  address: string
  /** Sealed state, sent back with the first code. Not stored, so an abandoned set-up leaves no data behind. */
  setUp: string
}

/**
 * Begins the set-up of an account's second factor.
 * @param app name of this installation; an authenticator app identifies an entry by it and the e-mail
 */
export function beginSetUp(
  secretBox: SecretBox,
  { userId, email, app }: { userId: string; email: string; app: string },
  now: number,
): SetUp {
  const secret = newSecret()
  const begun: Begun = { is: 'second-factor', userId, secret, until: now + SET_UP_MS }
  return {
    secret,
    address: addressOf(secret, { issuer: app, label: email }),
    setUp: secretBox.encrypt(JSON.stringify(begun)),
  }
}

/**
 * Switches the second factor on with the app's first code: from now on a password is not enough to sign in.
 * The code counts as used. The account's other sessions end, because they began without a second factor.
 * @param sessionId the session that continues
 * @returns the recovery codes, and the sessions that ended
 * @throws SetUpOverError
 * @throws WrongCodeError
 * @throws SecondFactorOnError if another set-up was completed first
 */
export async function turnOn(
  owner: Owner,
  secretBox: SecretBox,
  { setUp, code, sessionId }: { setUp: string; code: string; sessionId: string },
  now: number,
): Promise<{ recoveryCodes: string[]; ended: string[] }> {
  const begun = readSetUp(secretBox, setUp)
  if (!begun || begun.userId !== owner.userId || begun.until <= now)
    throw new SetUpOverError('the set-up has to begin again')
  const step = stepOf(begun.secret, code, now)
  if (step === null) throw new WrongCodeError(clockError(begun.secret, code, now))
  const secret = secretBox.encrypt(begun.secret)
  const recoveryCodes = newRecoveryCodes()
  const done = await ownerTransaction(owner, async own => {
    // If the session has ended meanwhile, the account's factors may have been removed before this one is
    // stored.
    if (!(await sessionIds(own.db, own.userId)).includes(sessionId))
      throw new SetUpOverError('the session has ended')
    const factor = { secret, since: now, lastStep: step }
    if (!(await insertSecondFactor(own.db, own.userId, factor)))
      throw new SecondFactorOnError('there is a second factor already')
    await replaceRecoveryCodes(own.db, own.userId, recoveryCodes.map(hashRecoveryCode))
    return { recoveryCodes, ended: await deleteOtherSessions(own, sessionId) }
  })
  // Also end sessions begun meanwhile, before the second factor was visible to them.
  const late = await deleteOtherSessions(owner, sessionId)
  return { ...done, ended: [...done.ended, ...late] }
}

/** @returns ten codes that replace the remaining ones; null if there is no second factor */
export async function renewRecoveryCodes(owner: Owner): Promise<string[] | null> {
  const codes = newRecoveryCodes()
  return ownerTransaction(owner, async ({ db, userId }) => {
    if (!(await readSecondFactor(db, userId))) return null
    await replaceRecoveryCodes(db, userId, codes.map(hashRecoveryCode))
    return codes
  })
}

type Begun = z.infer<typeof begunSchema>
const begunSchema = z.object({
  is: z.literal('second-factor'),
  userId: z.string(),
  secret: z.string(),
  /** Milliseconds UTC. */
  until: z.number(),
})

function readSetUp(secretBox: SecretBox, sealed: string): Begun | null {
  try {
    return begunSchema.parse(JSON.parse(secretBox.decrypt(sealed)))
  } catch {
    return null
  }
}
