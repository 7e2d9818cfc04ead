import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { setPassword } from '#server/accounts/manage-accounts.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import { turnOnSecondFactor } from '../support/second-factor.ts'
import { startTestApp } from '../support/test-app.ts'
import { apiOf, signUp, startSession } from '../support/trader.ts'

/** An account with a session whose row is locked until `letGo`, so that deleting it waits. */
async function start() {
  const stage = await startTestApp({ role: 'web' })
  onTestFinished(() => stage[Symbol.asyncDispose]())
  const { db } = stage.app
  const trader = await signUp(stage)
  await startSession({ ...stage, db }, trader.email)
  const held = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async trx => {
    await sql`select 1 from "session" order by "createdAt" desc limit 1 for update`.execute(trx)
    held.resolve()
    await free.promise
  })
  await held.promise
  const letGo = async () => {
    free.resolve()
    await holding
  }
  const waiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like 'delete from "session"%'
    `.execute(db)
    return rows.length
  }
  /** Starts a session as a sign-in does that saw the old password and no second factor. */
  const begin = () => startSession({ ...stage, db }, trader.email)
  return { ...stage, db, ...trader, begin, letGo, waiting }
}

it('ends a session that begins while the second factor is being switched on', async () => {
  const { api, begin, db, letGo, url, waiting } = await start()
  const turningOn = turnOnSecondFactor(api)
  await expect.poll(waiting, { interval: 1 }).toBe(1)
  const stranger = await begin()
  await letGo()
  await turningOn
  await expect(apiOf(url, stranger).profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await db.selectFrom('session').select('id').execute()).toHaveLength(1)
})

it('ends a session that begins while the operator sets another password', async () => {
  const { begin, db, email, letGo, url, waiting } = await start()
  const account = await findAccount(db, email)
  if (!account) throw new Error('the account is gone')
  const setting = setPassword(db, account, 'otra contraseña larga', Date.now())
  await expect.poll(waiting, { interval: 1 }).toBe(1)
  const stranger = await begin()
  await letGo()
  await setting
  await expect(apiOf(url, stranger).profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
