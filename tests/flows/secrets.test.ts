import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { EXPORT_FORMAT_VERSION } from '#shared/limits.ts'
import { formsOfSecret, spreadForms } from '../support/forms-of-secret.ts'
import { codeOf, firstStep, secondStep, turnOnSecondFactor } from '../support/second-factor.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOf, apiOfToken, PASSWORD, signIn, signUp, type Trader } from '../support/trader.ts'
import { until } from '../support/until.ts'
import { postAlert } from '../support/webhook.ts'

const SECRET = 'AAF0bcdefGhijk-lmnoPqrs_tuv7wxyZ123'
const TOKEN = `7000000009:${SECRET}`
const NEW_PASSWORD = 'tortuga-veloz-gris'

const echoes = {
  ...formsOfSecret(TOKEN),
  ...prefixed('half', { ...formsOfSecret(SECRET), ...spreadForms(SECRET) }),
}

/** Log lines and answers of the app during the journey. */
const logged: string[] = []
const answers: { url: string; text: string }[] = []
let connectionId: string
let apiToken: string
/** The secret of a second factor's app, and one recovery code. */
let factor: { secret: string; recoveryCode: string }
let stage: TestApp
const realFetch = globalThis.fetch

beforeAll(async () => {
  const log = createLog({ level: 'trace', destination: { write: line => logged.push(line) } })
  stage = await startTestApp({ logLevel: 'trace' }, { log })
  globalThis.fetch = recordingFetch
  await travel()
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await stage[Symbol.asyncDispose]()
})

it('the journey covers export, stream, error log, tests and refusals of Telegram', () => {
  const paths = new Set(
    answers.map(({ url }) => new URL(url).pathname.replace(connectionId, '{id}')),
  )
  for (const path of [
    '/api/export',
    '/api/events',
    '/api/error-logs',
    '/api/connections/{id}/test',
  ])
    expect(paths).toContain(path)
  expect(answers.some(({ text }) => text.includes('Telegram rechazó la petición'))).toBe(true)
  expect(
    answers.some(({ text }) => text.includes('Llegó una respuesta que no es de Telegram')),
  ).toBe(true)
  expect(logged.some(line => line.includes('"description"'))).toBe(true)
})

it.each([
  ['the bot token', TOKEN],
  ['its secret half', SECRET],
  ['the password', PASSWORD],
  ['the new password', NEW_PASSWORD],
])('%s appears in no form in any answer but the export', (_what, secret) => {
  const told = answers.filter(({ url }) => !url.endsWith('/api/export'))
  for (const { url, text } of told) expect(formsIn(text, secret), url).toEqual([])
})

it('an API token appears only in the answer that creates it', () => {
  const told = answers.filter(({ text }) => formsIn(text, apiToken).length > 0)
  expect(told.map(({ url }) => new URL(url).pathname)).toEqual(['/api/tokens'])
})

it('secret and codes of a second factor appear only in the answers that show them', () => {
  const telling = (secret: string) =>
    answers
      .filter(({ text }) => formsIn(text, secret).length > 0)
      .map(({ url }) => new URL(url).pathname)
  expect(telling(factor.secret)).toEqual(['/api/second-factor/set-up'])
  expect(telling(factor.recoveryCode)).toEqual(['/api/second-factor'])
})

it('the secret key appears in no answer; an export contains the bot token', () => {
  for (const { url, text } of answers) expect(formsIn(text, stage.secretKey), url).toEqual([])
  const exported = answers.filter(({ url }) => url.endsWith('/api/export'))
  expect(exported.some(({ text }) => text.includes(TOKEN))).toBe(true)
})

it('the log has short connection ids, and no secret in any form', () => {
  const log = logged.join('')
  const cookies = answers.flatMap(({ text }) => /session_token=([^;%.]{20,})/.exec(text)?.[1] ?? [])
  expect(cookies.length).toBeGreaterThan(0)
  const secrets = [
    TOKEN,
    SECRET,
    PASSWORD,
    NEW_PASSWORD,
    stage.secretKey,
    connectionId,
    apiToken,
    ...Object.values(factor),
    ...cookies,
  ]
  for (const secret of secrets) expect(formsIn(log, secret)).toEqual([])
  expect(log).toContain(connectionId.slice(0, 8))
})

it('the database has no token, password or key in any form', async () => {
  const content = await everythingStored()
  expect(content).toContain('Telegram rechazó la petición')
  const kept = [TOKEN, SECRET, PASSWORD, NEW_PASSWORD, stage.secretKey, apiToken]
  for (const secret of [...kept, ...Object.values(factor)])
    expect(formsIn(content, secret)).toEqual([])
})

async function travel(): Promise<void> {
  const { botApi, url } = stage
  const trader = await signUp(stage)
  const { api } = trader
  const listening = new AbortController()
  await fetch(`${url}/api/events`, { headers: { cookie: trader.cookie }, signal: listening.signal })
  const bot = botApi.addBot(TOKEN)
  const chat = botApi.addChat({ id: -100_900, type: 'supergroup' })
  bot.updates.push({ update_id: 1, message: { chat: { id: -100_900, type: 'supergroup' } } })
  const made = await trader.connect(botApi, {
    telegramBotToken: TOKEN,
    telegramChatId: String(chat.id),
    tags: ['oro'],
  })
  connectionId = made.id
  await api.connections.test({ id: connectionId })
  await askTelegram(trader)
  await postAlert(made.webhookUrl, { symbol: 'ORO', price: 1 })
  await botApi.waitFor(messages => messages.length > 1)

  for (const echo of Object.values(echoes)) await meetEcho(trader, echo)
  bot.name = `Bot ${TOKEN}`
  chat.title = `Grupo ${encodeURIComponent(SECRET)}`
  await askTelegram(trader)
  await meetRefusals(trader, made.webhookUrl)
  await meetMistakes(trader)
  await readEverything(trader)
  await showToken(trader)
  await showSecondFactor(await signUp(stage, 'otra'))
  await carryOver(trader)
  await changePassword(trader)
  listening.abort()
}

const botSource = { botToken: TOKEN }

async function askTelegram({ api }: Trader): Promise<void> {
  await api.telegram.bot(botSource)
  await api.telegram.chats(botSource)
  await api.telegram.chat({ ...botSource, chatId: '-100900' })
  await api.telegram.bot({ connectionId })
}

/** Has each call to Telegram refused, with the token in one form. */
async function meetEcho(trader: Trader, echo: string): Promise<void> {
  const { botApi } = stage
  const description = `Bad Request: nothing at ${echo} was found`
  const refusal = botApi.fail({ times: 4 }, { kind: 'refusal', status: 400, description })
  await askTelegram(trader)
  refusal.lift()
  const page = botApi.fail({ times: 1 }, { kind: 'page', status: 407, text: echo })
  await trader.api.telegram.bot(botSource)
  page.lift()
}

/** Lets alerts fail in each way, with the token in Telegram's description. */
async function meetRefusals({ api }: Trader, webhookUrl: string): Promise<void> {
  const { botApi } = stage
  const echo = `${encodeURIComponent(TOKEN)} ${SECRET.slice(0, 18)} ${Buffer.from(TOKEN).toString('base64')}`
  for (const [status, said] of [
    [400, 'Bad Request: nothing at'],
    [400, "Bad Request: can't parse entities at"],
    [403, 'Forbidden: bot was kicked from'],
    [500, 'Internal Server Error at'],
  ] as const) {
    const refusal = botApi.fail({}, { kind: 'refusal', status, description: `${said} ${echo}` })
    await failed(api, await postAlert(webhookUrl, { symbol: 'ORO', status }))
    await api.connections.test({ id: connectionId })
    refusal.lift()
  }
  const page = botApi.fail({}, { kind: 'page', status: 200, text: echo })
  await api.connections.test({ id: connectionId })
  page.lift()
  const reset = botApi.fail({}, { kind: 'reset' })
  await api.connections.test({ id: connectionId })
  reset.lift()
}

/** Waits until an alert was tried or given up: an outage only keeps it waiting. */
async function failed(api: Trader['api'], answer: Response): Promise<void> {
  const { alertId: id }: { alertId: string } = await answer.json()
  await until('it was tried', async () => (await api.alerts.read({ id })).reason !== null)
}

/** Makes faulty requests that contain a secret. */
async function meetMistakes({ cookie, email, api }: Trader): Promise<void> {
  const { url } = stage
  const post = (path: string, body: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body,
    })
  await post('/api/connections', `{"telegramBotToken":"${TOKEN}",`)
  await post('/api/connections', `${TOKEN}`)
  await post('/api/connections', JSON.stringify({ telegramBotToken: [TOKEN], name: TOKEN.length }))
  await post('/api/telegram/bot', JSON.stringify({ botToken: { [TOKEN]: TOKEN } }))
  await post('/api/import', `{"connections":[{"telegramBotToken":"${TOKEN}"}]}`)
  await post('/api/auth/sign-in/email', `{"email":"${email}","password":"${PASSWORD}`)
  await post('/api/auth/sign-in/email', JSON.stringify({ email: 7, password: PASSWORD }))
  await post('/api/auth/sign-in/email', JSON.stringify({ email, password: NEW_PASSWORD }))
  await post('/api/registration', JSON.stringify({ email, password: PASSWORD, code: TOKEN }))
  await fetch(`${url}/webhooks/${connectionId.slice(0, -1)}`, { method: 'POST', body: '{}' })
  await fetch(`${url}/webhooks/${connectionId}`, { method: 'POST' })
  await fetch(`${url}/webhooks/${connectionId}`)
  await fetch(`${url}/api/nothing/of/this`, { headers: { cookie } })
  await api.connections.update({ id: connectionId, telegramBotToken: TOKEN })
}

async function readEverything({ api, cookie }: Trader): Promise<void> {
  const { url } = stage
  const { items } = await api.alerts.list({ pageSize: 100 })
  for (const { id } of items) await api.alerts.read({ id })
  const [template] = await api.templates.list()
  const paths = [
    ...['connections', 'templates', 'templates/samples', 'tv-configs', 'tags', 'notifications'],
    ...['error-logs?pageSize=100', 'profile', 'dashboard', 'registration', 'sessions'],
    ...['alerts/recent', 'stats/summary?tz=UTC', 'stats/trend?tz=UTC&period=12w'],
    ...['stats/connections?tz=UTC', 'alerts/export?format=csv', 'alerts/export?format=json'],
    ...['', '/stats', '/payload', '/addresses'].map(rest => `connections/${connectionId}${rest}`),
    ...[`templates/${template?.id}`, 'openapi.json', 'auth/get-session', 'auth/list-sessions'],
  ].map(path => `/api/${path}`)
  for (const path of [...paths, '/metrics', '/readyz', '/healthz', '/', '/dashboard'])
    await fetch(url + path, { headers: { cookie } })
  if (template) await api.templates.examples({ ids: [template.id] })
  await api.templates.trial({ content: '{{symbol}} {{price}}' })
  await api.alerts.resendMany({ ids: items.map(({ id }) => id) })
}

/** Switches a second factor on and signs in by it: with right, repeated and wrong codes. */
async function showSecondFactor({ api, email }: Trader): Promise<void> {
  const { url } = stage
  const { secret, recoveryCodes } = await turnOnSecondFactor(api)
  const [recoveryCode = ''] = recoveryCodes
  factor = { secret, recoveryCode }
  await api.secondFactor.read()
  const cookie = await firstStep({ ...stage, db: stage.app.db }, email)
  for (const typed of [
    { code: codeOf(secret, 1) },
    { recoveryCode },
    { recoveryCode },
    { recoveryCode: secret },
  ])
    await secondStep(url, cookie, typed)
}

/** Sends an API token where it is allowed, where it is not, and after its removal. */
async function showToken({ api }: Trader): Promise<void> {
  const { url } = stage
  const { id, token } = await api.tokens.create({ name: 'Copia', scope: 'all', expiresAt: null })
  apiToken = token
  const headers = { authorization: `Bearer ${token}` }
  await apiOfToken(url, token).profile.read()
  const listening = new AbortController()
  await fetch(`${url}/api/events`, { headers, signal: listening.signal })
  await fetch(`${url}/api/connections?token=${token}`)
  await fetch(`${url}/api/nothing/${token}`, { headers })
  for (const path of ['export', 'tokens', 'auth/get-session'])
    await fetch(`${url}/api/${path}`, { headers })
  await fetch(`${url}/api/templates`, { method: 'POST', headers, body: `{"name": "${token}` })
  await api.tokens.list()
  await api.tokens.remove({ id })
  await fetch(`${url}/api/connections`, { headers })
  listening.abort()
}

/** Exports the account and imports the file, whole and broken. */
async function carryOver({ api }: Trader): Promise<void> {
  const file = await api.data.exportAll()
  expect(file.exportFormatVersion).toBe(EXPORT_FORMAT_VERSION)
  await api.data.importAll(file)
  const [connection] = file.connections
  for (const mistake of [{ telegramBotToken: `${TOKEN} 2` }, { telegramBotToken: [TOKEN] }]) {
    const broken = { ...file, connections: [{ ...connection, ...mistake }] }
    await expect(api.data.importAll(broken)).rejects.toMatchObject({ code: 'IMPORT_INVALID' })
  }
}

async function changePassword({ cookie, email }: Trader): Promise<void> {
  const { url } = stage
  const change = (currentPassword: string) =>
    fetch(`${url}/api/auth/change-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify({ currentPassword, newPassword: NEW_PASSWORD }),
    })
  await change(NEW_PASSWORD)
  await change(PASSWORD)
  const own = apiOf(url, await signIn(url, email, NEW_PASSWORD))
  await own.sessions.list()
  await fetch(`${url}/api/auth/sign-out`, { method: 'POST', headers: { origin: url, cookie } })
}

/** Records answers with their headers; a stream as long as it is read. */
async function recordingFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await realFetch(input, init)
  const { url } = response
  if (url.startsWith(stage.url)) {
    const answer = { url, text: JSON.stringify([...response.headers]) }
    answers.push(answer)
    const read = keep(response.clone(), text => {
      answer.text += text
    })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) await read
  }
  return response
}

async function keep(response: Response, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const bytes of response.body ?? []) onText(decoder.decode(bytes, { stream: true }))
  } catch {
    // The stream was aborted.
  }
}

/** All rows as text, or the files of the database byte by byte. */
async function everythingStored(): Promise<string> {
  const { place, app } = stage
  if ('dataDir' in place) {
    const names = (await readdir(place.dataDir)).filter(name => name.includes('sqlite'))
    expect(names.some(name => name.endsWith('-wal'))).toBe(true)
    const files = await Promise.all(names.map(name => contentOf(join(place.dataDir, name))))
    return Buffer.concat(files).toString()
  }
  const tables = await app.db.introspection.getTables()
  let content = ''
  for (const { name } of tables) {
    const dump = sql<{ row: string }>`select one::text as row from ${sql.table(name)} one`
    const { rows } = await dump.execute(app.db)
    content += rows.map(({ row }) => row).join('\n')
  }
  return content
}

/** A journal may have ended since it was listed. */
async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (path.endsWith('-journal') && error instanceof Error && 'code' in error)
      if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** Names of the forms of a secret that a text contains. */
function formsIn(text: string, secret: string): string[] {
  const forms = Object.entries({ ...formsOfSecret(secret), ...spreadForms(secret) })
  return forms.filter(([, form]) => text.includes(form)).map(([name]) => name)
}

function prefixed(prefix: string, forms: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(forms).map(([name, form]) => [`${prefix} ${name}`, form]),
  )
}
