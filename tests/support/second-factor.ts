import { TOTP } from 'otpauth'
import { createPendingSignIns } from '#server/accounts/second-factor/pending-sign-ins.ts'
import {
  hashRecoveryCode,
  newRecoveryCodes,
} from '#server/accounts/second-factor/recovery-codes.ts'
import { newSecret } from '#server/accounts/second-factor/totp.ts'
import { deriveKeys, keyRingOf } from '#server/base/key-ring.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import { insertSecondFactor, replaceRecoveryCodes } from '#server/store/rows/second-factors.ts'
import type { SessionPlace, Trader } from './trader.ts'

/** Code of an authenticator app, a number of steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Switches it on with the current code, which is then used up; the code of the next step is still valid. */
export async function turnOnSecondFactor(api: Trader['api']) {
  const { secret, setUp } = await api.secondFactor.setUp()
  const { recoveryCodes } = await api.secondFactor.turnOn({ setUp, code: codeOf(secret) })
  return { secret, recoveryCodes }
}

/** The same in the database, since the calls would give the session a new reference. */
export async function giveSecondFactor({ db, secretKey }: SessionPlace, email: string) {
  const secret = newSecret()
  const recoveryCodes = newRecoveryCodes()
  const lastStep = Math.floor(Date.now() / 30_000)
  const sealed = createSecretBox(keyRingOf(secretKey)).encrypt(secret)
  await transaction(db, async trx => {
    const { id } = (await findAccount(trx, email)) ?? { id: '' }
    await insertSecondFactor(trx, id, { secret: sealed, since: Date.now(), lastStep })
    await replaceRecoveryCodes(trx, id, recoveryCodes.map(hashRecoveryCode))
  })
  return { secret, recoveryCodes }
}

/**
 * Skips the password check, which is slow on purpose.
 * @returns the browser's cookie after it
 */
export async function firstStep(
  { db, secretKey, url }: SessionPlace,
  email: string,
): Promise<string> {
  const account = await findAccount(db, email)
  const pendingSignIns = createPendingSignIns({
    db,
    keys: deriveKeys(keyRingOf(secretKey), 'second-step'),
  })
  const pending = account && (await pendingSignIns.begin(account.id, Date.now()))
  return `pregonero-${new URL(url).port}.second_step=${pending}`
}

/** Sends the code typed at the second step. @param cookie from the first step */
export const secondStep = (
  url: string,
  cookie: string,
  typed: { code: string } | { recoveryCode: string },
): Promise<Response> =>
  fetch(`${url}/api/auth/sign-in/second-factor`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify(typed),
  })
