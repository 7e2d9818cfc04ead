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

/** The set-up is of another account or of a session that has ended, or was begun too long ago. */
export class SetUpOverError extends Error {
  override name = 'SetUpOverError'
}

export class WrongCodeError extends Error {
  override name = 'WrongCodeError'
  /** Seconds that the clock that made the code is ahead; negative: behind. Null: it is no code of the app. */
  readonly clockError: number | null

  constructor(clockError: number | null) {
    super('the code is not good')
    this.clockError = clockError
  }
}

const SET_UP_MS = 30 * 60_000

export type SetUp = {
  /** In base32, for those who type it. */
  secret: string
  /** For a camera: `otpauth://totp/…`. */
  address: string
  /** Comes back with the first code. Nothing is stored until then, so one that is given up leaves nothing. */
  setUp: string
}

/**
 * Begins to give an account a second factor.
 * @param app names this installation: an authenticator app knows an entry by this and the e-mail
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
 * Switches the second factor on, with the first code that the app shows: from now on a password is not
 * enough to sign in. That code has served, and the account's other sessions end, which began without one.
 * @param sessionId the one that goes on
 * @returns the recovery codes, and the sessions that ended
 * @throws SetUpOverError
 * @throws WrongCodeError
 * @throws SecondFactorOnError where another set-up was faster
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
    // Where it was ended meanwhile, what the account had may have been taken away before.
    if (!(await sessionIds(own.db, own.userId)).includes(sessionId))
      throw new SetUpOverError('the session has ended')
    const factor = { secret, since: now, lastStep: step }
    if (!(await insertSecondFactor(own.db, own.userId, factor)))
      throw new SecondFactorOnError('there is a second factor already')
    await replaceRecoveryCodes(own.db, own.userId, recoveryCodes.map(hashRecoveryCode))
    return { recoveryCodes, ended: await deleteOtherSessions(own, sessionId) }
  })
  // Those too that began meanwhile, without knowing of it.
  const late = await deleteOtherSessions(owner, sessionId)
  return { ...done, ended: [...done.ended, ...late] }
}

/** @returns ten others in place of those that are left; null where there is no second factor */
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
