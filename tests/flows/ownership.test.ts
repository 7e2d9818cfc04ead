import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HISTORY_TABLES, KEPT_TABLES, SET_UP_TABLES } from '#server/store/account/account-tables.ts'
import { askedOf } from '#shared/contract/call-meta.ts'
import type { TokenScope } from '#shared/model/api-token.ts'
import { type Call, calls, type JsonSchema, requestOf } from '../support/contract-calls.ts'
import { insertPasskey } from '../support/insert-passkey.ts'
import { insertSeries } from '../support/insert-series.ts'
import { isFree, valuesOf } from '../support/schema-values.ts'
import { giveSecondFactor } from '../support/second-factor.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { cookieOf, signUp, startSession, type Trader } from '../support/trader.ts'
import { until } from '../support/until.ts'
import { postAlert } from '../support/webhook.ts'

/** Part of every text of Marta's, including her bot tokens and their shown tails. */
const MARK = '-marta'
const NAMES = { hers: `propio-de${MARK}`, his: 'propio-de-luis' }

/** Calls that anyone may make. */
const forAnyone = ['registration.read', 'registration.create', 'passkeys.site']

/** Fields of free text; any other text without a pattern is taken for an id. */
const plainTexts = [
  ...['name', 'description', 'content', 'search', 'tz', 'password', 'tags', 'neverShown'],
  ...['text', 'value', 'url', 'timeZone'],
  ...['templateFields', 'tradingViewConditionNotes', 'tradingViewFrequencyNotes'],
]

/** An account with one of everything, keyed by the field that takes its id. */
type Account = Trader & { own: Record<string, string>; by: Record<Caller, RequestHeaders> }

const callers = ['session', 'full token', 'reading token'] as const
type Caller = (typeof callers)[number]
type RequestHeaders = Record<string, string>

let stage: TestApp
let marta: Account
let luis: Account
/** Ids that only Marta has, her tag, and the code of her link. */
let hers: string[]
/** Marta's rows as JSON, before the calls. */
let before: string
/** An account that only listens. */
let quiet: Trader
/** Text of the quiet account's event stream. */
let heard = ''
const listening = new AbortController()

beforeAll(async () => {
  stage = await startTestApp()
  quiet = await signUp(stage, 'quieta')
  const stream = await fetch(`${stage.url}/api/events`, {
    headers: { cookie: quiet.cookie },
    signal: listening.signal,
  })
  void listen(stream)
  luis = await fullAccount(NAMES.his)
  marta = await fullAccount(NAMES.hers)
  const rows = await rowsOf(NAMES.hers)
  const his = new Set(idsIn(await rowsOf(NAMES.his)))
  const secrets = [marta.own.tag, marta.own.code].map(String)
  hers = [...idsIn(rows).filter(id => !his.has(id)), ...secrets]
  before = JSON.stringify(rows)
})
afterAll(async () => {
  listening.abort()
  await stage[Symbol.asyncDispose]()
})

/** Calls sorted so that removals come late, and removals with dependents last. */
const inOrder = calls.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? 1 : -1))

function rankOf({ name }: Call): number {
  if (/^data\.(import|reset)/.test(name)) return 3
  if (name === 'connections.remove' || name === 'sessions.endOthers') return 2
  return /\.(remove|delete|clear|purge|end|reset)/.test(name) ? 1 : 0
}

describe.each(inOrder)('$name', call => {
  const isForAnyone = forAnyone.includes(call.name)
  const places = call.schema && !isForAnyone ? placesOfIds(call.schema) : []

  if (!isForAnyone)
    it('refuses callers without credentials', async () => {
      const { status, text } = await send(call, exampleOf(call))
      expect([status, JSON.parse(text)]).toEqual([
        401,
        expect.objectContaining({ code: 'UNAUTHORIZED', message: 'User not authenticated' }),
      ])
    })

  if (places.length > 0) {
    it('neither reveals nor changes data of another account', async () => {
      for (const place of places)
        for (const caller of callers)
          for (const id of likelyIds(call, caller, place)) await tryId(call, caller, place, id)
    })

    it('neither reveals nor changes data of another account, for any of its ids', {
      tags: ['extended'],
    }, async () => {
      for (const place of places) for (const id of hers) await tryId(call, 'session', place, id)
    })
  }

  it('serves the caller’s own account', async () => {
    const { status, text } = await send(call, exampleOf(call), luis.by.session)
    expect(answered(call)).toContain(status)
    expectNothingOfHers(text)
  })

  it('accepts only the tokens that its contract allows', async () => {
    for (const caller of ['full token', 'reading token'] as const) {
      const { status, text } = await send(call, exampleOf(call), luis.by[caller])
      if (isRefused(call, caller)) expect([status, text]).toEqual(NOT_BY_TOKEN)
      // 404 if the session has already removed the item.
      else expect([...answered(call), 404]).toContain(status)
      expectNothingOfHers(text)
    }
  })

  it('leaves the rows of another account unchanged', async () => {
    expect(JSON.stringify(await rowsOf(NAMES.hers))).toBe(before)
  })
})

it('full tokens may make all calls but those for access and whole-account data', () => {
  const ofUsers = calls.filter(({ name }) => !forAnyone.includes(name))
  expect(ofUsers.filter(call => isRefused(call, 'full token'))).toEqual(
    ofUsers.filter(({ name }) => NOT_FOR_TOKENS.test(name)),
  )
})

const NOT_FOR_TOKENS = /^(accountEvents|data|passkeys|secondFactor|sessions|tokens)\./

const NOT_BY_TOKEN = [403, expect.stringContaining('"code":"TOKEN_NOT_ALLOWED"')]

async function tryId(call: Call, caller: Caller, place: Place, id: string): Promise<void> {
  const input = replaced(exampleOf(call, place), place, id)
  const { status, text } = await send(call, input, luis.by[caller])
  if (isRefused(call, caller)) expect([status, text]).toEqual(NOT_BY_TOKEN)
  else if (call.path.includes(`{${place[0]}}`)) expect(status).toBe(404)
  else expect([...answered(call), 404]).toContain(status)
  expectNothingOfHers(text, id)
}

let turn = 0
/** Marta's id of the place's kind, and four others of hers, different ones each time. */
function likelyIds(call: Call, caller: Caller, place: Place): string[] {
  const { connections = '', templates = '', tvConfigs = '' } = marta.own
  const own = idOf(marta, call, String(place.findLast(step => typeof step === 'string')))
  const likely = call.name.startsWith('data.') ? [connections, templates, tvConfigs] : [own ?? '']
  if (isRefused(call, caller)) return likely
  turn += FEW
  return [...likely, ...[...hers, ...hers].slice(turn % hers.length).slice(0, FEW)]
}
const FEW = 4

/** True if the contract refuses the call to this token. */
function isRefused(call: Call, caller: Caller): boolean {
  if (caller === 'session' || forAnyone.includes(call.name)) return false
  const { credential } = askedOf(call.name.split('.'))
  return credential !== undefined || (caller === 'reading token' && call.method !== 'GET')
}

/** Statuses of a call whose input is valid. */
const answered = ({ name }: Call) =>
  ({
    'registration.create': [403],
    // 410: no valid set-up; 422: not the current code.
    'secondFactor.turnOn': [410, 422],
    // 422: an instant to come.
    'alerts.resendMany': [200, 422],
    'failures.resend': [200, 422],
  })[name] ?? [200, 201, 204, 409]

it('Marta has one of everything', async () => {
  const empty = Object.entries(await rowsOf(NAMES.hers)).filter(([, rows]) => rows.length === 0)
  expect(empty.map(([table]) => table)).toEqual(['tombstones'])
})

it('an event stream reports changes of its own account only', async () => {
  await quiet.api.templates.create({ name: 'Nueva', content: 'x' })
  await expect.poll(() => heard).toContain('changed')
  expect(heard.match(/"collections":[^\]]*\]/g)).toEqual(['"collections":["templates"]'])
  expect(heard).not.toContain('toast')
})

/** Shortest valid input of the call with a value at the place, using Luis's ids. */
function exampleOf(call: Call, place: Place = []): unknown {
  if (!call.schema) return undefined
  // Later calls still need the tokens.
  if (call.name === 'data.reset') return { tokens: false, factors: false }
  const examples = examplesByCall.get(call.name) ?? examplesOf(call, call.schema)
  examplesByCall.set(call.name, examples)
  const shortest = examples.find(input => at(input, place) !== undefined)
  if (shortest === undefined) throw new Error(`no input has ${place.join('.')}`)
  return shortest
}

const examplesByCall = new Map<string, unknown[]>()

/** Valid inputs of a call, shortest first. */
function examplesOf(call: Call, schema: JsonSchema): unknown[] {
  const texts = (field: string) => {
    if (field === 'tz' || field === 'timeZone') return fc.constant('UTC')
    return isPlain(field) ? undefined : ownIdsAt(call, field)
  }
  return fc
    .sample(valuesOf(schema, texts), { seed: 16, numRuns: 100 })
    .filter(call.takes)
    .toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)
}

/** Undefined for import files, whose ids need not exist. */
function ownIdsAt(call: Call, field: string): fc.Arbitrary<unknown> | undefined {
  if (call.name.startsWith('data.')) return undefined
  const id = idOf(luis, call, field)
  if (id === undefined) throw new Error(`${call.name} takes ${field}, and Luis has none`)
  return fc.constant(id)
}

/** The account's id for a field; `id` and `ids` are of the call's noun. */
function idOf({ own }: Account, { name }: Call, field: string): string | undefined {
  const [noun = ''] = name.split('.')
  return own[name] ?? own[field === 'id' || field === 'ids' ? noun : field]
}

type Place = readonly (string | number)[]

function placesOfIds(schema: JsonSchema, place: Place = []): Place[] {
  const field = place.findLast(step => typeof step === 'string')
  if (schema.type === 'string') return isId(schema, String(field)) ? [place] : []
  const { anyOf = [], properties = {}, items } = schema
  return [
    ...anyOf.flatMap(choice => placesOfIds(choice, place)),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      placesOfIds(inner as JsonSchema, [...place, name]),
    ),
    ...(items ? placesOfIds(items as JsonSchema, [...place, 0]) : []),
  ]
}

const isPlain = (field: string) => plainTexts.includes(field)

/** Ids in a file have a pattern, so they are found by name. */
const isId = (schema: JsonSchema, field: string): boolean =>
  (isFree(schema) && !isPlain(field)) || field === 'id'

const at = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((inner, step) => (Object(inner) as Record<string, unknown>)[step], value)

function replaced(value: unknown, place: Place, by: string): unknown {
  const copy = structuredClone(value)
  const last = place.at(-1) ?? ''
  ;(at(copy, place.slice(0, -1)) as Record<string, unknown>)[last] = by
  return copy
}

async function send(call: Call, input: unknown, by: RequestHeaders = {}) {
  const { method, target, body } = requestOf(call, input)
  const response = await fetch(stage.url + target, {
    method,
    headers: {
      ...by,
      ...(body !== null && { 'content-type': call.type }),
    },
    body,
  })
  // As a browser does: a change of credentials replaces the session's reference.
  if (cookieOf(response).includes('session_token=')) by.cookie = cookieOf(response)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await response.body?.cancel()
  return { status: response.status, text: isStream ? '' : await response.text() }
}

/** @param said text that Luis has sent himself, which may come back */
function expectNothingOfHers(text: string, said = ''): void {
  expect(hers.filter(id => text.includes(id) && !said.includes(id))).toEqual([])
  if (!said.includes(MARK)) expect(text).not.toContain(MARK)
}

async function listen({ body }: Response): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body ?? []) heard += decoder.decode(chunk)
  } catch (error) {
    if (!listening.signal.aborted) throw error
  }
}

/** An account with one of everything, named by `text`; its alerts: one delivered, one failed, one waiting. */
async function fullAccount(text: string): Promise<Account> {
  const trader = await signUp(stage, text)
  const { api, email } = trader
  await giveSecondFactor({ ...stage, db: stage.app.db }, email)
  await startSession({ ...stage, db: stage.app.db }, email)
  const tags = [`tag-${text}`, `otra-${text}`]
  const template = await api.templates.create({ name: text, content: text })
  const bot = stage.botApi.addBot(`${bots++}:${text.padStart(35, 'A')}`)
  const connection = await trader.connect(stage.botApi, {
    name: text,
    telegramBotToken: bot.token,
    templateId: template.id,
    description: text,
    tags,
  })
  await api.addresses.create({ id: connection.id })
  const [, older] = await api.addresses.list({ id: connection.id })
  const config = await api.tvConfigs.create({
    name: text,
    connectionId: connection.id,
    templateFields: { [text]: text },
    expiresOn: '2030-01-31',
  })
  await api.dashboard.replace({ widgets: [{ id: text, name: text, isVisible: true, order: 0 }] })
  const failing = await trader.connect(stage.botApi, { name: text, telegramChatId: '7' })
  const waiting = await trader.connect(stage.botApi, { name: text, tags })
  stage.botApi.fail({ chatId: waiting.telegramChatId }, { kind: 'flood', retryAfter: 80_000 })
  for (const { webhookUrl } of [connection, failing, waiting])
    await postAlert(webhookUrl, `{"message": "${text}",}`)
  const settled = async () => (await outcomes(api)) === 'failed,pending,success'
  await until('each of the three alerts has its outcome', settled)
  const [queued] = (await api.queue.list({})).items
  await api.queue.pause({ laneId: queued?.id })
  const [session] = (await api.sessions.list()).filter(({ isCurrent }) => !isCurrent)
  const [notification] = await api.notifications.list()
  const [alert] = await api.alerts.recent({ connectionId: failing.id })
  const answer = await api.chatLinks.create({ connectionId: connection.id })
  const code = answer.ok ? answer.link.code : ''
  // A closed link has no listener that would change it.
  await api.chatLinks.close({ code })
  const tokenOf = async (scope: TokenScope) => {
    const { token } = await api.tokens.create({ name: text, scope, expiresAt: null })
    return { authorization: `Bearer ${token}` }
  }
  const by = {
    session: { cookie: trader.cookie },
    'full token': await tokenOf('all'),
    'reading token': await tokenOf('read'),
  }
  const { id: removable } = await api.tokens.create({ name: text, scope: 'all', expiresAt: null })
  const heartbeat = await api.heartbeats.create({ name: text, everyMinutes: 5 })
  const series = await insertSeries(stage.app.db, connection.id, text)
  await stage.app.db
    .insertInto('history_floors')
    .columns(['user_id', 'kept_since'])
    .expression(({ selectFrom, lit }) =>
      selectFrom('user')
        .where('name', '=', text)
        .select(['id', lit(1).as('kept_since')]),
    )
    .execute()
  await api.watch.updateSettings({ connectionId: failing.id })
  const own = {
    address: older?.id ?? '',
    addresses: connection.id,
    cause: (await api.failures.list({})).groups[0]?.id ?? '',
    alerts: alert?.id ?? '',
    code,
    connections: connection.id,
    connectionId: connection.id,
    copyTokenOf: connection.id,
    dashboard: text,
    laneId: queued?.id ?? '',
    notifications: notification?.id ?? '',
    passkeys: await insertPasskey(stage.app.db, email, text),
    queue: alert?.id ?? '',
    sessions: session?.id ?? '',
    'secondFactor.turnOn': '000000',
    tag: tags[0] ?? '',
    'tags.rename': tags[1] ?? '',
    templates: template.id,
    templateId: template.id,
    tokens: removable,
    tvConfigs: config.id,
    data: 'importada',
    heartbeats: heartbeat.id,
    watch: series.id,
    alarmId: series.fallId,
  }
  return { ...trader, own, by }
}

let bots = 9_100_000_001

/** Statuses of the alerts that are settled or wait for a reason. */
async function outcomes(api: Trader['api']): Promise<string> {
  const alerts = await api.alerts.recent({})
  const settled = alerts.filter(alert => alert.telegramDeliveryStatus !== 'pending' || alert.reason)
  return String(settled.map(alert => alert.telegramDeliveryStatus).toSorted())
}

type Rows = Record<string, object[]>

/** All rows of an account. */
async function rowsOf(name: string): Promise<Rows> {
  const { db } = stage.app
  const user = await db
    .selectFrom('user')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const rows: Rows = { user: [user] }
  for (const table of ['session', 'account', 'passkey'] as const)
    rows[table] = await db
      .selectFrom(table)
      .selectAll()
      .where('userId', '=', user.id)
      .orderBy('id')
      .execute()
  const owned = [
    ...SET_UP_TABLES,
    ...KEPT_TABLES,
    ...Object.keys(HISTORY_TABLES),
    'second_factors',
    'recovery_codes',
  ] as (typeof SET_UP_TABLES)[number][]
  for (const table of owned) {
    const found = await db.selectFrom(table).selectAll().where('user_id', '=', user.id).execute()
    rows[table] = found.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  const ofConnections = db.selectFrom('connections').select('id').where('user_id', '=', user.id)
  rows.addresses = await db
    .selectFrom('addresses')
    .selectAll()
    .where('connection_id', 'in', ofConnections)
    .orderBy('id')
    .execute()
  return rows
}

const idsIn = (rows: Rows): string[] =>
  Object.values(rows).flatMap(inTable =>
    inTable.flatMap(row => ('id' in row ? [String(row.id)] : [])),
  )
