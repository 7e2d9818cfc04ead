import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { setPassword } from '#server/accounts/manage-accounts.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAccount } from '#server/store/rows/accounts.ts'
import { deleteSecondFactor, readSecondFactor } from '#server/store/rows/second-factors.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { beginSetUp, renewRecoveryCodes, SetUpOverError, turnOn } from './second-factor.ts'

const NOW = Date.UTC(2026, 10, 23, 9)
const secretBox = createSecretBox(['a secret key of thirty-two letters'])

let db: Database
let ana: Owner
let eva: Owner
beforeEach(async () => {
  const store = await openTestStore()
  onTestFinished(() => store[Symbol.asyncDispose]())
  db = store.db
  ana = await createOwner('ana')
  eva = await createOwner('eva')
})

async function createOwner(id: string): Promise<Owner> {
  const account = { id, email: `${id}@example.com`, name: id, passwordHash: 'hash' }
  await transaction(db, trx => insertAccount(trx, account, NOW))
  await insertSession(id)
  return { db, userId: id }
}

async function insertSession(userId: string): Promise<void> {
  const moment = new Date(NOW).toISOString()
  const session = { id: `of ${userId}`, token: userId, createdAt: moment, updatedAt: moment }
  await db
    .insertInto('session')
    .values({ ...session, userId, expiresAt: moment })
    .execute()
}

const begin = ({ userId }: Owner, now = NOW) =>
  beginSetUp(secretBox, { userId, email: `${userId}@example.com`, app: 'Pregonero' }, now)

const codeAt = (secret: string, timestamp: number) => new TOTP({ secret }).generate({ timestamp })

const confirm = (
  owner: Owner,
  { secret, setUp }: { secret: string; setUp: string },
  { now = NOW, clock = NOW } = {},
) =>
  turnOn(
    owner,
    secretBox,
    { setUp, code: codeAt(secret, clock), sessionId: `of ${owner.userId}` },
    now,
  )

describe('a set-up', () => {
  it('stores the factor at its first code, with every secret unreadable', async () => {
    const begun = begin(ana)
    expect(await readSecondFactor(db, 'ana')).toBeUndefined()
    const { recoveryCodes } = await confirm(ana, begun)
    expect(await readSecondFactor(db, 'ana')).toEqual({ since: NOW, codesLeft: 10 })
    const rows = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
    ])
    for (const secret of [begun.secret, ...recoveryCodes, ...recoveryCodes.map(plain)])
      expect(rows).not.toContain(secret)
  })

  it('succeeds in only one of two tabs that confirm at once', async () => {
    const [one, other] = [begin(ana), begin(ana)]
    const ended = await Promise.allSettled([confirm(ana, one), confirm(ana, other)])
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(confirm(ana, begin(ana))).rejects.toMatchObject({ name: 'SecondFactorOnError' })
    expect((await readSecondFactor(db, 'ana'))?.codesLeft).toBe(10)
  })

  it('is refused after half an hour, for another account, and if forged', async () => {
    const later = { now: NOW + 30 * 60_000 }
    await expect(confirm(ana, begin(ana), later)).rejects.toMatchObject({ name: 'SetUpOverError' })
    await expect(confirm(eva, begin(ana))).rejects.toMatchObject({ name: 'SetUpOverError' })
    const { secret } = begin(ana)
    for (const setUp of ['', 'v1.a.b.c', secretBox.encrypt('123:a bot token')])
      await expect(confirm(ana, { secret, setUp })).rejects.toMatchObject({
        name: 'SetUpOverError',
      })
  })

  it('ends with its session when the operator sets a password', async () => {
    const begun = begin(ana)
    await setPassword(db, { id: 'ana', email: 'ana@example.com' }, 'la nueva de Ana', NOW)
    await expect(confirm(ana, begun)).rejects.toThrow(SetUpOverError)
    expect(await readSecondFactor(db, 'ana')).toBeUndefined()
  })

  it('reports how far the phone’s clock is off', async () => {
    const begun = begin(ana)
    const off = (seconds: number) => confirm(ana, begun, { clock: NOW + seconds * 1_000 })
    for (const seconds of [-90, 90, -3_600])
      await expect(off(seconds)).rejects.toMatchObject({ clockError: seconds })
    await expect(off(86_400)).rejects.toMatchObject({ clockError: null })
    await off(30)
  })
})

it('replaces all recovery codes on renewal; returns null without the factor', async () => {
  expect(await renewRecoveryCodes(ana)).toBeNull()
  await confirm(ana, begin(ana))
  const hashes = () => db.selectFrom('recovery_codes').select('code_hash').execute()
  const before = await hashes()
  expect(await renewRecoveryCodes(ana)).toHaveLength(10)
  const after = await hashes()
  expect(after).toHaveLength(10)
  expect(before.filter(row => after.some(other => other.code_hash === row.code_hash))).toEqual([])
})

it('removes a factor with its codes, and keeps those of other accounts', async () => {
  for (const owner of [ana, eva]) await confirm(owner, begin(owner))
  expect(await transaction(db, trx => deleteSecondFactor(trx, 'ana'))).toBe(true)
  expect(await transaction(db, trx => deleteSecondFactor(trx, 'ana'))).toBe(false)
  const left = await db.selectFrom('recovery_codes').select('user_id').distinct().execute()
  expect(left).toEqual([{ user_id: 'eva' }])
  expect(await readSecondFactor(db, 'eva')).toMatchObject({ codesLeft: 10 })
})

const plain = (code: string) => code.replaceAll('-', '')
