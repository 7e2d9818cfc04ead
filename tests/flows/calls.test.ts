import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAPIGenerator } from '@orpc/openapi'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp
let trader: Trader
const logged: string[] = []

beforeAll(async () => {
  const destination = { write: (line: string) => logged.push(line) }
  stage = await startTestApp({}, { log: createLog({ level: 'warn', destination }) })
  trader = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: unknown) =>
  fetch(`${stage.url}/api${path}`, {
    method,
    headers: { cookie: trader.cookie, 'content-type': 'application/json', origin: stage.url },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

const draft = (changes: object = {}) => ({
  name: 'Oro',
  telegramBotToken: stage.botApi.addBot().token,
  telegramChatId: '583920174',
  ...changes,
})

describe('a connection', () => {
  it('shows only the last six characters of its token', async () => {
    const { token } = stage.botApi.addBot()
    const response = await call('POST', '/connections', draft({ telegramBotToken: token }))
    expect(response.status).toBe(201)
    const text = await response.text()
    expect(text).not.toContain(token)
    expect(JSON.parse(text)).toMatchObject({
      telegramBotTokenTail: token.slice(-6),
      isActive: true,
      templateId: 'simple-alert',
      stats: { successRateString: 'N/A' },
    })
    const row = await stage.app.db.selectFrom('connections').selectAll().execute()
    expect(JSON.stringify(row)).not.toContain(token)
  })

  it.each<[string, object, string, RegExp]>([
    [
      'no name',
      { name: ' ' },
      'name',
      /^Se requieren los siguientes campos: Nombre de Conexión\.$/,
    ],
    [
      'a token of the wrong shape',
      { telegramBotToken: '12:abc' },
      'telegramBotToken',
      /@BotFather/,
    ],
    ['a chat id of the wrong shape', { telegramChatId: 'mi grupo' }, 'telegramChatId', /número/],
    ['too many tags', { tags: [...'abcdefghijk'] }, 'tags', /máximo 10/],
  ])('is refused with %s, naming the field', async (_what, change, field, message) => {
    const response = await call('POST', '/connections', draft(change))
    expect(response.status).toBe(422)
    const error = (await response.json()) as { code: string; data: { issues: unknown[] } }
    expect(error.code).toBe('INPUT_INVALID')
    expect(error.data.issues).toMatchObject([
      { path: [field], message: expect.stringMatching(message) },
    ])
  })

  it('keeps its tags trimmed and without repeats', async () => {
    const made = await trader.api.connections.create(draft({ tags: [' oro', 'oro ', '', 'h1'] }))
    expect(made.tags).toEqual(['oro', 'h1'])
  })

  it('refuses an edit of an older version', async () => {
    const made = await trader.api.connections.create(draft())
    const { id, version } = made
    await trader.api.connections.update({ id, version, name: 'Primera' })
    await expect(
      trader.api.connections.update({ id, version, name: 'Segunda' }),
    ).rejects.toMatchObject({ code: 'EDIT_CONFLICT', status: 409 })
    await trader.api.connections.update({ id, name: 'Sin versión' })
    expect((await trader.api.connections.read({ id })).name).toBe('Sin versión')
  })

  it('keeps its token when the edit brings an empty one', async () => {
    const made = await trader.api.connections.create(draft())
    const edited = await trader.api.connections.update({ id: made.id, telegramBotToken: '' })
    expect(edited.telegramBotTokenTail).toBe(made.telegramBotTokenTail)
  })

  it('completes the set-up when it is the first', async () => {
    expect((await trader.api.profile.read()).initialSetupComplete).toBe(true)
  })

  it('is tested by a message to its chat, with the reason of a failure', async () => {
    const made = await trader.api.connections.create(draft({ telegramChatId: '987654321' }))
    expect(await trader.api.connections.test({ id: made.id })).toEqual({
      ok: false,
      message: 'Error al enviar mensaje a Oro. Verifica la configuración.',
      reason: expect.stringContaining('El chat no existe'),
    })
    stage.botApi.addChat({ id: 987_654_321, type: 'private' })
    expect(await trader.api.connections.test({ id: made.id })).toMatchObject({ ok: true })
    expect(stage.botApi.messages.at(-1)?.text).toContain('123,45')
  })
})

describe('a template', () => {
  it('is refused with blank content', async () => {
    const response = await call('POST', '/templates', { name: 'x', content: ' \n' })
    expect(await response.json()).toMatchObject({
      code: 'INPUT_INVALID',
      message: 'El nombre y el contenido de la plantilla son requeridos.',
    })
  })

  it('cannot be removed while it is the last one and in use', async () => {
    const luis = await signUp(stage, 'luis')
    await luis.connect(stage.botApi)
    for (const { id } of await luis.api.templates.list())
      if (id !== 'default-signal') await luis.api.templates.remove({ id })
    await expect(luis.api.templates.remove({ id: 'default-signal' })).rejects.toMatchObject({
      code: 'LAST_TEMPLATE_IN_USE',
      message: 'No se puede eliminar la última plantilla si está en uso.',
    })
  })

  it('with unclosed marks or blocks is stored and delivered as written', async () => {
    const content = '*a {{#if x}} [b](c _d `e {{y'
    const template = await trader.api.templates.create({ name: 'Abierta', content })
    const connection = await trader.connect(stage.botApi, { templateId: template.id })
    const before = stage.botApi.messages.length
    await postAlert(connection.webhookUrl, { x: 1 })
    await stage.botApi.waitFor(messages => messages.length > before)
    expect(stage.botApi.messages.at(-1)?.text).toBe(content)
  })
})

describe('the history', () => {
  it('filters, searches, sorts and pages', async () => {
    const eva = await signUp(stage, 'eva')
    const oro = await eva.connect(stage.botApi, { name: 'Oro' })
    const plata = await eva.connect(stage.botApi, { name: 'Plata' })
    for (let n = 1; n <= 12; n += 1)
      await postAlert(n % 2 ? oro.webhookUrl : plata.webhookUrl, { alert_name: `Cruce ${n}` })
    await postAlert(oro.webhookUrl, { alert_name: '100% _seguro_' })
    const names = async (query: Parameters<typeof eva.api.alerts.list>[0]) => {
      const { items } = await eva.api.alerts.list(query)
      return items.map(item => item.name)
    }

    expect(await names({})).toHaveLength(10)
    expect((await names({}))[0]).toBe('100% _seguro_')
    expect(await names({ page: 2 })).toEqual(['Cruce 3', 'Cruce 2', 'Cruce 1'])
    expect(await names({ sort: 'timestamp-asc', pageSize: 25 })).toHaveLength(13)
    expect(await names({ connectionId: plata.id, sort: 'timestamp-asc' })).toHaveLength(6)
    expect(await names({ search: 'CRUCE 12' })).toEqual(['Cruce 12'])
    await postAlert(plata.webhookUrl, { alert_name: 'ÓRDENES del Ñandú' })
    expect(await names({ search: 'órdenes' })).toEqual(['ÓRDENES del Ñandú'])
    expect(await names({ search: 'nandu' })).toEqual(['ÓRDENES del Ñandú'])
    expect(await names({ search: '100%' })).toEqual(['100% _seguro_'])
    expect(await names({ search: '%' })).toEqual(['100% _seguro_'])
    const { asOf, total } = await eva.api.alerts.list({ sort: 'connectionName-desc' })
    expect(total).toBe(14)
    expect(await names({ from: asOf })).toEqual([])
    expect((await eva.api.alerts.list({ to: asOf, status: 'failed' })).total).toBe(0)
  })

  it('refuses a page size that is not offered', async () => {
    expect((await call('GET', '/alerts?pageSize=7')).status).toBe(422)
    expect((await call('GET', '/alerts?pageSize=25&page=1')).status).toBe(200)
  })
})

describe('a too-large webhook call', () => {
  it('leaves its socket usable for the next call', async () => {
    const { webhookUrl } = await trader.connect(stage.botApi)
    using open = new DisposableStack()
    const agent = open.adopt(new Agent({ keepAlive: true, maxSockets: 1 }), each => each.destroy())
    const post = async (body: string): Promise<number | undefined> => {
      const sent = request(webhookUrl, { method: 'POST', agent })
      sent.end(body)
      const [response] = await once(sent, 'response')
      await once(response.resume(), 'end')
      return response.statusCode
    }
    expect(await post('x'.repeat(500_000))).toBe(413)
    expect(await post('{}')).toBe(202)
  })
})

describe('an aborted request', () => {
  it('is logged by route for an API call, not for a webhook, without secret ids', async () => {
    const { id, webhookUrl } = await trader.connect(stage.botApi)
    logged.length = 0
    await breakOff('POST', new URL(webhookUrl).pathname)
    await breakOff('PATCH', `/api/connections/${id}`)
    await expect.poll(() => logged).not.toEqual([])
    expect(logged.map(line => JSON.parse(line))).toMatchObject([{ route: '/api/*' }])
    expect(logged.join()).not.toContain(id)
  })
})

describe('the API', () => {
  it('answers unreadable calls and unknown paths in Spanish', async () => {
    const broken = await call('POST', '/templates', '{"name":')
    expect(await broken.json()).toMatchObject({ message: 'La petición no se puede leer.' })
    const unknown = await call('GET', '/nothing')
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ message: 'No existe esa dirección.' })
  })

  it.each(['/nothing', '/webhooks/', '/api/nothing', '/api/auth/sign-up/email'])(
    'answers 404 to POST %s',
    async path => {
      const response = await fetch(`${stage.url}${path}`, { method: 'POST' })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({
        defined: false,
        code: 'NOT_FOUND',
        status: 404,
        message: 'No existe esa dirección.',
      })
    },
  )

  it('refuses calls from pages of another origin', async () => {
    const response = await fetch(`${stage.url}/api/templates`, {
      method: 'POST',
      headers: {
        cookie: trader.cookie,
        origin: 'https://evil.example',
        'content-type': 'text/plain',
      },
      body: '{}',
    })
    expect(response.status).toBe(403)
  })

  it('serves its OpenAPI description', async () => {
    const document = (await (await call('GET', '/openapi.json')).json()) as {
      paths: Record<string, object>
    }
    expect(Object.keys(document.paths)).toContain('/connections/{id}/test')
  })

  it('generates its description once, and serves it with an ETag', async () => {
    const making = vi.spyOn(OpenAPIGenerator.prototype, 'generate')
    onTestFinished(() => making.mockRestore())
    const first = await call('GET', '/openapi.json')
    expect(await (await call('GET', '/openapi.json')).text()).toBe(await first.text())
    const plain = await fetch(`${stage.url}/api/openapi.json`, {
      headers: { 'accept-encoding': 'identity' },
    })
    expect(first.headers.get('content-encoding')).toBe('gzip')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('etag')).toBe(first.headers.get('etag'))
    const known = { 'if-none-match': first.headers.get('etag') ?? '' }
    const again = await fetch(`${stage.url}/api/openapi.json`, { headers: known })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(making.mock.calls.length).toBeLessThan(2)
  })

  it('answers 401 to signed-out callers without parsing their body', async () => {
    const broken = '{'.repeat(20_000)
    expect((await call('POST', '/templates', broken)).status).toBe(400)
    const stranger = { method: 'POST', headers: { 'content-type': 'application/json' } }
    for (const [body, status] of [
      [broken.slice(0, 10_000), 401],
      [broken, 401],
      [new Blob([broken]).stream(), 401],
    ] as const) {
      const answer = await fetch(`${stage.url}/api/templates`, {
        ...stranger,
        body,
        ...(typeof body === 'string' ? {} : { duplex: 'half' }),
      } as RequestInit)
      expect(answer.status).toBe(status)
    }
  })

  it('answers unknown API paths with a JSON 404, unknown files with a text 404', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'web-'))
    await writeFile(join(folder.path, 'index.html'), 'the page')
    await using other = await startTestApp({}, { webRoot: folder.path })
    const ask = async (method: string, path: string) => {
      const answer = await fetch(`${other.url}${path}`, { method, redirect: 'manual' })
      return { status: answer.status, form: answer.headers.get('content-type')?.split(';')[0] }
    }
    const programs = [
      '/api',
      '/api/nope',
      '/api/v1/a.json',
      '/webhooks',
      '/webhooks/a/b',
      '/latido/x',
    ]
    const files = ['/x.php', '/a/b.PHP', '/.env', '/.git/config', '/assets/', '/assets/x.js']
    const others = [...files, '/metrics/x', '/healthz/x']
    const nothing = {
      json: { status: 404, form: 'application/json' },
      text: { status: 404, form: 'text/plain' },
    }
    for (const method of ['GET', 'HEAD']) {
      for (const path of programs) expect(await ask(method, path)).toEqual(nothing.json)
      for (const path of others) expect(await ask(method, path)).toEqual(nothing.text)
    }
    for (const path of [...programs, ...others, '/no/such'])
      expect(await ask('POST', path)).toEqual(nothing.json)
    for (const path of ['/', '/no/such', '/login', '/metricsx'])
      expect(await ask('HEAD', path)).toEqual({ status: 200, form: 'text/html' })
    expect(await ask('GET', '/index.html')).toMatchObject({ status: 302 })
  })

  it('answers 200 at /healthz and /readyz', async () => {
    expect((await fetch(`${stage.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${stage.url}/readyz`)).status).toBe(200)
  })
})

/** Closes the connection mid-body, after the server has answered 100. */
async function breakOff(method: string, path: string): Promise<void> {
  const socket = connect(stage.config.port, '127.0.0.1')
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: ${stage.config.host}\r\nCookie: ${trader.cookie}\r\n` +
      'Expect: 100-continue\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  await once(socket, 'data')
  socket.end('5\r\n{"a":\r\n')
  await once(socket.resume(), 'close')
}
