// @module-tag process
import { Client } from 'pg'
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { startApp } from '#server/app.ts'
import { openStore } from '#server/store/open-store.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { launchChildServer } from '../support/child-server.ts'
import { freePort } from '../support/free-port.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { pacedDelays } from '../support/paced-delays.ts'
import { scraped } from '../support/scraped.ts'
import { startTcpLink, type TcpLink } from '../support/tcp-link.ts'
import { PACE, startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let databaseUrl: string
/** The server's only connection to the database. */
let link: TcpLink
let linkedUrl: string
beforeEach(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'))
  link = await startTcpLink(Number(new URL(databaseUrl).port))
  onTestFinished(() => link[Symbol.asyncDispose]())
  linkedUrl = Object.assign(new URL(databaseUrl), { port: String(link.port) }).href
})

const secrets = () => ({ secretKey: 'a secret key of thirty-two letters', databaseUrl: linkedUrl })

type Blow = 'cut' | 'silence'

/** @param blow the silent database is given up in real time, the cut one at once */
async function startStage(blow: Blow = 'cut') {
  const parts = blow === 'silence' ? { waitFactor: 1 } : {}
  const stage = await startTestApp({ secrets: secrets() }, parts)
  onTestFinished(() => stage[Symbol.asyncDispose]())
  const trader = await signUp(stage)
  const { id: templateId } = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const connection = await trader.connect(stage.botApi, { templateId })
  const post = async (n: number) => (await postAlert(connection.webhookUrl, { n })).status
  return { stage, trader, post }
}

describe.each<Blow>(['cut', 'silence'])('a database that is away (%s)', blow => {
  const tags = blow === 'cut' ? [] : ['extended']

  it('answers 503 until it is back, and loses no acknowledged alert', { tags }, async () => {
    const { stage, trader, post } = await startStage(blow)
    await expect.poll(() => post(0)).toBe(202)
    await link[blow]()
    expect(await Promise.all([post(1), post(2)])).toEqual([503, 503])
    expect((await fetch(`${stage.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${stage.url}/healthz`)).status).toBe(200)
    const { of } = await scraped(stage.url)
    expect(of('pregonero_database_up')).toBe(0)
    expect(of('pregonero_queue_alerts')).toBeUndefined()
    expect(of('process_start_time_seconds')).toBeGreaterThan(0)
    await expect(trader.api.templates.list()).rejects.toMatchObject({ status: 503 })
    await link.mend()
    // Senders try again after a 503, which a slow machine answers too.
    await expect.poll(() => post(1)).toBe(202)
    await expect.poll(() => post(2)).toBe(202)
    // Both may have been stored at the first try, so their order is undefined.
    await expect
      .poll(() => [...new Set(arrivedTexts(stage.botApi))].toSorted())
      .toEqual(['0', '1', '2'])
    await expect.poll(async () => (await fetch(`${stage.url}/readyz`)).status).toBe(200)
  })

  it('keeps the outcome of a send until it can be written', { tags: ['extended'] }, async () => {
    const { stage, trader, post } = await startStage(blow)
    const slow = stage.botApi.fail({ times: 1 }, { kind: 'delay', ms: 1_000 })
    await post(0)
    await stage.botApi.waitFor((_messages, requests) => requests.length === 1)
    await link[blow]()
    await stage.botApi.waitFor(messages => messages.length === 1)
    slow.lift()
    await link.mend()
    await expect
      .poll(async () => (await trader.api.alerts.list({})).items)
      .toMatchObject([{ telegramDeliveryStatus: 'success' }])
  })
})

it('keeps the outcome of a chat’s first message until it can be written', {
  tags: ['extended'],
}, async () => {
  const { stage, trader } = await startStage()
  const { botApi } = stage
  const bot = botApi.addBot()
  const answer = await trader.api.chatLinks.create({ botToken: bot.token })
  if (!answer.ok) throw new Error(answer.reason)
  const slow = botApi.fail(
    { token: bot.token, method: 'sendMessage' },
    { kind: 'delay', ms: 1_000 },
  )
  const chat = botApi.start(bot, answer.link.code)
  await botApi.waitFor((_messages, requests) =>
    requests.some(({ method }) => method === 'sendmessage'),
  )
  await link.cut()
  slow.lift()
  await botApi.waitFor(messages => messages.length === 1)
  expect((await fetch(`${stage.url}/readyz`)).status).toBe(503)
  await link.mend()
  const state = async () =>
    (await trader.api.chatLinks.read({ code: answer.link.code }).catch(() => undefined))?.state
  await expect.poll(state).toMatchObject({ kind: 'found', chat: { id: String(chat.id) } })
  expect(botApi.messages).toHaveLength(1)
})

describe('a start', { tags: ['extended'] }, () => {
  /** Kysely's advisory lock: one process migrates at a time. */
  const MIGRATION_LOCK = '3853314791062309107'

  const launch = async () =>
    launchChildServer({
      DATABASE_URL: linkedUrl,
      SECRET_KEY: 'a secret key of thirty-two letters',
      PORT: String(await freePort()),
    })

  async function connectTo(url: string): Promise<Client> {
    const client = new Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }

  const setReadOnly = (client: Client, value: 'on' | 'off') =>
    client.query(`do $$ begin
      set transaction read write;
      execute format('alter database %I set default_transaction_read_only = ${value}', current_database());
    end $$`)

  it('waits for a database that comes up at the same time', async () => {
    await link.cut()
    const starting = openStore({ databaseUrl: linkedUrl })
    await new Promise(setImmediate)
    await link.mend()
    await using store = await starting
    expect(store.migrated).toContain('0001-start')
  })

  it.each(['cut', 'silence'] as const)(
    'names the database that it waits for, and can be stopped (%s)',
    async blow => {
      await link[blow]()
      await using server = await launch()
      await server.says('espera')
      expect(server.lines.join('\n')).toMatch(
        /^Pregonero espera a PostgreSQL en 127\.0\.0\.1:\d+, que aún no está listo \(.+\)\.$/,
      )
      expect(server.lines[0]).toContain(`:${link.port},`)
      expect(server.lines[0]).not.toContain(new URL(databaseUrl).password)
      expect(await server.stop()).toBe(null)
    },
  )

  it('can be stopped while it waits to migrate, and leaves no connection behind', async () => {
    const other = await connectTo(databaseUrl)
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const waitsOf = async () => {
      const { rows } = await other.query(`select wait_event from pg_stat_activity
        where datname = current_database() and application_name = 'pregonero'`)
      return rows.map(row => row.wait_event)
    }
    await using server = await launch()
    await expect.poll(waitsOf).toEqual(['advisory'])
    expect(await server.stop()).toBe(null)
    await expect.poll(waitsOf).toEqual([])
    await other.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    await using store = await openStore({ databaseUrl })
    expect(store.migrated).toContain('0001-start')
  })

  it('begins anew when the database goes away between its steps', async () => {
    await (await openStore({ databaseUrl }))[Symbol.asyncDispose]()
    const [holder, onlooker] = [await connectTo(databaseUrl), await connectTo(databaseUrl)]
    await holder.query('begin; lock table settings in access exclusive mode')
    const isHeld = async () => {
      const { rows } = await onlooker.query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return rows.length > 0
    }
    await using server = await launch()
    await expect.poll(isHeld, { interval: 20 }).toBe(true)
    await link.cut()
    await server.says('espera a PostgreSQL')
    await holder.query('rollback')
    await link.mend()
    await server.says('está en marcha')
    expect(await server.stop()).toBe(0)
  })

  it('waits for a read-only database, and says so', async () => {
    const other = await connectTo(databaseUrl)
    await setReadOnly(other, 'on')
    const said = Promise.withResolvers<string>()
    const opening = openStore({ databaseUrl }, { say: said.resolve })
    expect(await said.promise).toContain('(solo se puede leer)')
    await setReadOnly(other, 'off')
    await using store = await opening
    expect(store.migrated).toContain('0001-start')
  })

  it.each([
    ['user', { username: 'nobody' }],
    ['password', { password: 'wrong' }],
    ['database', { pathname: 'nowhere' }],
    ['encryption', { search: '?sslmode=verify-full' }],
  ])('fails at once with the wrong %s', async (_, wrong) => {
    const url = Object.assign(new URL(databaseUrl), wrong).href
    await expect(
      openStore({ databaseUrl: url }, { patience: Number.POSITIVE_INFINITY }),
    ).rejects.toMatchObject({ name: 'StartError' })
  })

  it('migrates once when several start at once', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => openStore({ databaseUrl })))
    for (const store of stores) await store[Symbol.asyncDispose]()
    const migrated = stores.flatMap(store => store.migrated)
    expect(migrated).toContain('0001-start')
    expect(new Set(migrated).size).toBe(migrated.length)
  })

  it('says in one sentence why a database can not be used', async () => {
    const nowhere = Object.assign(new URL(databaseUrl), { pathname: 'nowhere' }).href
    await expect(openStore({ databaseUrl: nowhere })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        /^No se puede usar la base de datos de DATABASE_URL \(.+\)\..+/,
      ),
    })
  })

  it('refuses a secret key other than that of the data', async () => {
    await using stage = await startTestApp({ secrets: secrets() })
    const other = { ...secrets(), secretKey: 'another key of thirty-two letters!' }
    await expect(
      startApp({ ...stage.config, secrets: other }, { delays: pacedDelays(PACE) }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/^La clave secreta no es la de/) })
  })
})
