import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '#server/store/engine/schema.ts'
import { migrate, migrationNames } from '#server/store/migrations/migrate.ts'
import { startBotApi } from '../support/bot-api/bot-api.ts'
import { type LeftAccount, type LeftRow, leaveAccount } from '../support/older-rows.ts'
import { startTestApp } from '../support/test-app.ts'
import { emptyPlace } from '../support/test-place.ts'
import { apiOf, PASSWORD, signIn, startSession } from '../support/trader.ts'
import { openUnmigrated } from '../support/unmigrated.ts'
import { postAlert } from '../support/webhook.ts'

const SECRET_KEY = 'a secret key of thirty-two letters'

it('an update keeps the accounts of each earlier version, and sends waiting alerts', async () => {
  await using somewhere = await emptyPlace()
  await using botApi = await startBotApi()
  const { place } = somewhere
  const left: LeftAccount[] = []
  {
    await using db = openUnmigrated(place)
    for (const [nth, last] of migrationNames.entries()) {
      await migrate(db, { last })
      const chat = botApi.addChat({ id: 600_000 + nth, type: 'private' })
      const sending = { token: botApi.addBot().token, chatId: String(chat.id) }
      left.push(
        await leaveAccount(db, `of-${last}`, {
          ...sending,
          secretKey: SECRET_KEY,
          password: PASSWORD,
        }),
      )
    }
  }

  await using stage = await startTestApp({
    ...('dataDir' in place && { dataDir: place.dataDir }),
    secrets: {
      secretKey: SECRET_KEY,
      databaseUrl: 'dataDir' in place ? undefined : place.databaseUrl,
    },
    telegramApiRoot: botApi.root,
  })
  await botApi.waitFor(messages => messages.length >= left.length)
  const { app, url } = stage
  for (const { email, connectionId, waitingId, rows } of left) {
    const api = apiOf(url, await startSession({ db: app.db, secretKey: SECRET_KEY, url }, email))
    await expect
      .poll(async () => (await api.alerts.read({ id: waitingId })).telegramDeliveryStatus)
      .toBe('success')
    const [connection] = await api.connections.list()
    expect(connection).toMatchObject({ id: connectionId, name: 'Oro H1', tags: ['oro'] })
    expect(await api.templates.list()).toHaveLength(10)
    for (const row of rows) expect(await stored(app.db, row)).toMatchObject(row.values)
  }
  const [{ email, connectionId } = { email: '', connectionId: '' }] = left
  await signIn(url, email)
  const posted = await postAlert(`${url}/webhooks/${connectionId}`, { symbol: 'ORO' })
  expect(posted.status).toBe(202)
  await botApi.waitFor(messages => messages.length > left.length)
})

/** The row in its current state. */
async function stored(db: Database, { table, values }: LeftRow): Promise<unknown> {
  const key = ['id', 'user_id', 'name', 'whose'].find(column => column in values) ?? 'id'
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where ${sql.ref(key)} = ${values[key]}`.execute(db)
  return rows[0]
}
