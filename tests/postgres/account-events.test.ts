import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import { PASSWORD, signIn, signUp } from '../support/trader.ts'

it('lets a user sign in while account events cannot be written', async () => {
  await using stage = await startTestApp()
  const { email, api } = await signUp(stage)
  const { db } = stage.app
  const before = (await api.sessions.list()).length
  await db.transaction().execute(async trx => {
    // On a slow machine signing in may outlast the idle-in-transaction timeout.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await sql`lock table account_events in access exclusive mode`.execute(trx)
    expect(await signIn(stage.url, email, PASSWORD)).toContain('session_token')
  })
  expect(await api.sessions.list()).toHaveLength(before + 1)
})
