import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GroupCommit } from '#server/store/engine/group-commit.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { openTestStore } from '../support/test-place.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

/** Another program on the same database. */
async function connectTo(place: StorePlace): Promise<Client> {
  if (!('databaseUrl' in place)) throw new Error('this needs PostgreSQL')
  const client = new Client(place.databaseUrl)
  // The database is dropped before the client ends.
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Another program inside a transaction, with the locks of this statement. */
async function holding(place: StorePlace, statement: string, values: string[]): Promise<Client> {
  const other = await connectTo(place)
  await other.query('begin')
  await other.query(statement, values)
  return other
}

/** A trader whose alerts arrive as their number. */
async function tradeOn(stage: TestApp, name: string) {
  const trader = await signUp(stage, name)
  const template = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const connection = await trader.connect(stage.botApi, { templateId: template.id })
  return {
    ...trader,
    template,
    connection,
    post: async (n: number) => (await postAlert(connection.webhookUrl, { n })).status,
    arrived: () => arrivedTexts(stage.botApi, connection.telegramChatId),
  }
}

const TEN = Array.from({ length: 10 }, (_, n) => n)

it('a locked connection makes no other connection wait', async () => {
  await using stage = await startTestApp()
  const [held, free] = [await tradeOn(stage, 'held'), await tradeOn(stage, 'free')]
  const hold = 'select id from connections where id = $1 for update'
  const other = await holding(stage.place, hold, [held.connection.id])
  for (const n of TEN) {
    const refused = held.post(n)
    await waitsForLock(stage.place)
    expect(await Promise.race([refused, free.post(n)])).toBe(202)
  }
  const together = TEN.flatMap(n => [held.post(n), free.post(n)])
  expect(await Promise.all(together)).toEqual(TEN.flatMap(() => [503, 202]))
  await stage.botApi.waitFor(() => free.arrived().length === 20)
  await other.query('rollback')
})

it('an account whose connections are all locked makes no other account wait', async () => {
  await using stage = await startTestApp()
  const [held, free] = [await tradeOn(stage, 'held'), await tradeOn(stage, 'free')]
  const other = await connectTo(stage.place)
  await other.query(COPIES, [held.connection.id])
  await other.query('begin')
  await other.query(`select from connections where id like 'copy-%' for update`)
  const refused = Array.from({ length: 150 }, (_, n) =>
    postAlert(`${stage.url}/webhooks/copy-${n + 1}`, { n }),
  )
  expect(await free.post(1)).toBe(202)
  await other.query('rollback')
  await Promise.all(refused)
})

const COPIES = `
  insert into connections
  select copy.* from connections, generate_series(1, 150) as n,
    jsonb_populate_record(connections, jsonb_build_object('id', 'copy-' || n)) as copy
  where connections.id = $1`

it('an alert that waited for a lock arrives before the next one', async () => {
  await using stage = await startTestApp()
  const held = await tradeOn(stage, 'held')
  const hold = 'select id from connections where id = $1 for update'
  const other = await holding(stage.place, hold, [held.connection.id])
  const first = held.post(1)
  await waitsForLock(stage.place)
  await other.query('rollback')
  expect(await first).toBe(202)
  expect(await held.post(2)).toBe(202)
  await stage.botApi.waitFor(() => held.arrived().length === 2)
  expect(held.arrived()).toEqual(['1', '2'])
})

it('a write that waits for a lock does not hold up later writes', async () => {
  await using store = await openTestStore()
  const writer = new GroupCommit<string, string>(store.line, async (trx, names) => {
    for (const name of names) await trx.insertInto('settings').values({ name, value: '' }).execute()
    return names
  })
  const insert = `insert into settings (name, value) values ($1, '')`
  const other = await holding(store.place, insert, ['held'])
  const done: string[] = []
  const commit = (name: string) => writer.commit(name).then(() => done.push(name))
  const held = commit('held')
  await commit('next')
  await Promise.all([commit('with'), commit('others')])
  await other.query('rollback')
  await held
  expect(done).toEqual(['next', 'with', 'others', 'held'])
})

describe('calls of one account that wait for a row leave database connections for others', () => {
  it('when each is a transaction', async () => {
    await using stage = await startTestApp()
    const held = await tradeOn(stage, 'held')
    const { id, version } = held.template
    const hold = 'select id from message_templates where id = $1 for update'
    await leaveOthers(stage, await holding(stage.place, hold, [id]), () =>
      held.api.templates.update({ id, version, name: 'N', content: 'otra' }),
    )
  })

  it('when each is a single statement', async () => {
    await using stage = await startTestApp()
    const held = await tradeOn(stage, 'held')
    const hold =
      'select from profiles where user_id = (select id from "user" where email = $1) for update'
    await leaveOthers(stage, await holding(stage.place, hold, [held.email]), () =>
      held.api.profile.update({ notificationsEnabled: false }),
    )
  })

  async function leaveOthers(stage: TestApp, other: Client, call: () => Promise<unknown>) {
    const free = await tradeOn(stage, 'free')
    const over = Promise.allSettled(Array.from({ length: 60 }, call))
    await waitsForLock(stage.place)
    for (let time = 0; time < 20; time += 1) {
      expect(await free.post(1)).toBe(202)
      await free.api.templates.update({ id: free.template.id, name: 'N', content: '{{n}}' })
    }
    await other.query('rollback')
    await over
  }
})

it('downloads of one account leave database connections to other readers', async () => {
  await using stage = await startTestApp()
  const [held, free] = [await tradeOn(stage, 'held'), await tradeOn(stage, 'free')]
  await held.post(1)
  await stage.botApi.waitFor(() => held.arrived().length === 1)
  const other = await holding(stage.place, 'lock table alerts in access exclusive mode', [])
  const downloads = Array.from({ length: 20 }, async () => {
    const response = await fetch(`${stage.url}/api/alerts/export?format=json`, {
      headers: { cookie: held.cookie },
    })
    return response.json()
  })
  await waitsForLock(stage.place)
  for (const _ of TEN) expect(await free.api.errorLogs.list({})).toMatchObject({ total: 0 })
  await other.query('rollback')
  for (const alerts of await Promise.all(downloads)) expect(alerts).toHaveLength(1)
})

/** Resolves when a transaction of this database waits for a lock; the server has other databases. */
async function waitsForLock(place: StorePlace): Promise<void> {
  const client = await connectTo(place)
  const waits = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await client.query(waits)).rowCount, { interval: 1 })
    .toBeGreaterThan(0)
}

it('ignores foreign messages on the channel of notices', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  const other = await connectTo(stage.place)
  const unheard =
    '{"from":"x","notices":[null,{"kind":"waiting"},{"kind":"changed","userId":null}]}'
  for (const payload of ['', 'hola', '{}', '{"from":"x","notices":7}', '[]', 'null', unheard])
    await other.query('select pg_notify($1, $2)', ['pregonero', payload])
  expect((await postAlert(connection.webhookUrl, { a: 1 })).status).toBe(202)
  await stage.botApi.waitFor(messages => messages.length === 1)
})

it('answers 404 to an address with U+0000', async () => {
  await using stage = await startTestApp()
  expect((await postAlert(`${stage.url}/webhooks/a%00b`, { a: 1 })).status).toBe(404)
})
