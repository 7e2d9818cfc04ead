import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultWidgets } from '#shared/dashboard-layout.ts'
import { MAX_IMPORT_BYTES } from '#shared/limits.ts'
import type { ExportFile } from '#shared/model/export-file.ts'
import { arrivals } from '../support/arrivals.ts'
import { brokenFiles } from '../support/broken-files.ts'
import { watchStatements } from '../support/statements.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const ODD = [
  ' ñÑ 🚀👩‍👩‍👧 \u202e‮ «"\'`\\/ </script> ',
  '{{symbol}} {{#if x}}\r\n\t{{{y}}}',
  'a\u0000b\ud800c',
  '-- ; drop table connections; %_*?[',
  'constructor',
]

let stage: TestApp
let trader: Trader

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

/** Fills the account with odd settings of every kind. */
async function furnish(who: Trader, { botApi } = stage) {
  const templates = []
  for (const text of ODD)
    templates.push(await who.api.templates.create({ name: text, content: text }))
  const connections = []
  for (const [n, text] of ODD.entries())
    connections.push(
      await who.connect(botApi, {
        name: text,
        description: text,
        tags: n === 0 ? [] : ODD.slice(0, n),
        templateId: templates[n]?.id,
        topicId: n === 1 ? 77 : null,
        groupBursts: n !== 2,
        silent: n === 3,
        markLate: n !== 3,
        linkPreview: n !== 4,
        protectContent: n === 4,
      }),
    )
  await who.api.connections.update({ id: connections[2]?.id ?? '', isActive: false })
  for (const text of ODD)
    await who.api.tvConfigs.create({
      name: text,
      connectionId: connections[0]?.id ?? '',
      templateFields: { [text]: text, symbol: '{{ticker}}' },
      tradingViewConditionNotes: text,
    })
  await who.api.dashboard.replace({
    widgets: [
      ...defaultWidgets.map(widget => ({ ...widget, order: -widget.order, isVisible: false })),
      { id: 'WIDGET_OF_TOMORROW', name: ODD[0] ?? '', isVisible: true, order: 3 },
    ],
  })
  return connections
}

const timeless = ({ exportedAt: _, ...file }: ExportFile) => file
const exported = async (who: Trader) => timeless(await who.api.data.exportAll())

const send = (who: Trader, body: string) =>
  fetch(`${stage.url}/api/import`, {
    method: 'POST',
    headers: { cookie: who.cookie, 'content-type': 'application/json' },
    body,
  })

/** Sends only headers that announce a body of this length. @returns the answer */
async function announce(path: string, bytes: number): Promise<unknown> {
  const announced = request(`${stage.url}/api${path}`, {
    method: 'POST',
    headers: { cookie: trader.cookie, 'content-length': bytes },
  })
  announced.flushHeaders()
  const [response] = await once(announced, 'response')
  const answer = JSON.parse(Buffer.concat(await response.toArray()).toString())
  announced.destroy()
  return answer
}

describe('a round trip', () => {
  it('restores the account as it was exported', async () => {
    const eva = await signUp(stage, 'eva')
    const [first] = await furnish(eva)
    const file = await eva.api.data.exportAll()
    expect(file.connections).toHaveLength(ODD.length)
    expect(file.messageTemplates).toHaveLength(10 + ODD.length)

    expect(await eva.api.data.importAll(file)).toEqual({ renamed: [] })
    expect(await exported(eva)).toEqual(timeless(file))

    const [last, ...others] = await eva.api.templates.list()
    for (const { id } of others) await eva.api.templates.remove({ id })
    await eva.api.templates.update({ id: last?.id ?? '', name: 'Otra', content: 'x' })
    await eva.api.connections.remove({ id: first?.id ?? '' })
    await eva.api.dashboard.reset()
    expect(await exported(eva)).not.toEqual(timeless(file))
    await eva.api.data.importAll(file)
    expect(await exported(eva)).toEqual(timeless(file))
  })

  it('copies the account to another installation, webhook addresses included', async () => {
    const ana = await signUp(stage, 'ana')
    const [connection] = await furnish(ana)
    const file = await ana.api.data.exportAll()
    await using elsewhere = await startTestApp()
    const there = await signUp(elsewhere)
    await there.api.data.importAll(file)
    expect(await exported(there)).toEqual(timeless(file))
    expect((await there.api.profile.read()).initialSetupComplete).toBe(true)
    const response = await postAlert(`${elsewhere.url}/webhooks/${connection?.id}`, { x: 1 })
    expect(response.status).toBe(202)
  })

  it('forbids caching of the export', async () => {
    const { headers } = await fetch(`${stage.url}/api/export`, {
      headers: { cookie: trader.cookie },
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('works for a new account, and leaves its set-up incomplete', async () => {
    const neu = await signUp(stage, 'neu')
    const file = await neu.api.data.exportAll()
    expect(file).toMatchObject({ connections: [], dashboardWidgets: defaultWidgets })
    await neu.api.data.importAll({ ...file, dashboardWidgets: [], messageTemplates: [] })
    expect(await exported(neu)).toEqual({ ...timeless(file), messageTemplates: [] })
    expect((await neu.api.profile.read()).initialSetupComplete).toBe(false)
  })
})

describe('an unusable file', () => {
  it('is refused with its problem, and leaves the account unchanged', async () => {
    await trader.api.tvConfigs.create({
      name: 'X',
      connectionId: (await trader.connect(stage.botApi)).id,
      templateFields: {},
    })
    const file = await trader.api.data.exportAll()
    const broken = brokenFiles(file)
    expect(broken.length).toBeGreaterThan(25)
    for (const { what, text, problem } of broken) {
      const response = await send(trader, text)
      const isRead = problem !== 'Formato JSON inválido.' && what !== 'deep'
      expect({ what, ...(await response.json()) }).toMatchObject(
        isRead
          ? { what, code: 'IMPORT_INVALID', status: 422, defined: true, message: problem }
          : { what, status: 400, message: 'La petición no se puede leer.' },
      )
    }
    expect(await exported(trader)).toEqual(timeless(file))
    expect(({} as { connections?: unknown }).connections).toBeUndefined()
  })

  it('is refused unread above 5 MB, other calls above 1 MB', async () => {
    expect(await announce('/import', MAX_IMPORT_BYTES + 1)).toEqual({
      defined: true,
      code: 'IMPORT_TOO_LARGE',
      status: 413,
      message: 'El archivo pesa demasiado: como máximo 5 MB.',
    })
    expect(await announce('/templates', 1_048_577)).toMatchObject({ status: 413 })
    const spaces = ' '.repeat(1_048_576)
    const file = await trader.api.data.exportAll()
    expect((await send(trader, JSON.stringify(file) + spaces)).status).toBe(200)
    expect(await exported(trader)).toEqual(timeless(file))
  })

  it('is rolled back when its import fails midway', async () => {
    const file = await trader.api.data.exportAll()
    const { db } = stage.app
    await db.schema.alterTable('dashboards').renameTo('away').execute()
    try {
      const other = { ...file, connections: [], messageTemplates: [], tradingViewAlertConfigs: [] }
      await expect(trader.api.data.importAll(other)).rejects.toMatchObject({ status: 500 })
    } finally {
      await db.schema.alterTable('away').renameTo('dashboards').execute()
    }
    expect(await exported(trader)).toEqual(timeless(file))
  })
})

it('ids of another account are replaced, and references to them follow', async () => {
  const [owner, other] = [await signUp(stage, 'duena'), await signUp(stage, 'otro')]
  const connection = await owner.connect(stage.botApi, { name: 'Suya' })
  const draft = { name: 'Cruce', connectionId: connection.id, templateFields: { a: 'b' } }
  const config = await owner.api.tvConfigs.create(draft)
  const file = await owner.api.data.exportAll()

  const webhookIds = [connection.id, 'of-nobody-so-far-1']
  expect(await other.api.data.previewImport({ webhookIds })).toEqual({
    replaced: [connection.id],
    dropped: [],
  })
  expect(await owner.api.data.previewImport({ webhookIds })).toEqual({ replaced: [], dropped: [] })
  expect(await other.api.data.importAll(file)).toEqual({ renamed: ['Suya'] })
  const [copy] = await other.api.connections.list()
  const [copied] = await other.api.tvConfigs.list()
  expect(copy?.id).not.toBe(connection.id)
  expect(copied).toMatchObject({ ...draft, connectionId: copy?.id })
  expect(copied?.id).not.toBe(config.id)
  expect(await exported(owner)).toEqual(timeless(file))
  await postAlert(connection.webhookUrl, { alert_name: 'Para la dueña' })
  expect((await owner.api.alerts.list({})).total).toBe(1)
  expect((await other.api.alerts.list({})).total).toBe(0)
})

it('the preview names a connection with an address that the file lacks', async () => {
  const mar = await signUp(stage, 'marina')
  const { id } = await mar.connect(stage.botApi, { name: 'Oro' })
  const fresh = await mar.api.addresses.create({ id })
  const { previewImport } = mar.api.data
  expect(await previewImport({ webhookIds: [id] })).toEqual({ replaced: [], dropped: ['Oro'] })
  expect(await previewImport({ webhookIds: [id, fresh.id] })).toEqual({
    replaced: [],
    dropped: [],
  })
})

it('a guessable id is kept only if it already is a webhook of the account', async () => {
  const lia = await signUp(stage, 'lia')
  const connection = await lia.connect(stage.botApi, { name: 'Corta' })
  const file = await lia.api.data.exportAll()
  const [exportedOne] = file.connections
  const kept = { ...file, connections: [{ ...exportedOne, id: 'sixteen-letters-' }] }
  expect(await lia.api.data.previewImport({ webhookIds: ['sixteen-letters-', 'a'] })).toEqual({
    replaced: ['a'],
    dropped: ['Corta'],
  })
  expect(await lia.api.data.importAll(kept)).toEqual({ renamed: [] })
  expect((await postAlert(`${stage.url}/webhooks/sixteen-letters-`, {})).status).toBe(202)

  const short = { ...file, connections: [{ ...exportedOne, id: 'a' }] }
  expect(await lia.api.data.importAll(short)).toEqual({ renamed: ['Corta'] })
  const [made] = await lia.api.connections.list()
  expect(made?.id.length).toBe(connection.id.length)
  expect((await postAlert(`${stage.url}/webhooks/a`, {})).status).toBe(404)

  // An earlier version imported such ids.
  await stage.app.db
    .updateTable('connections')
    .set({ id: 'a' })
    .where('id', '=', made?.id ?? '')
    .execute()
  expect(await lia.api.data.previewImport({ webhookIds: ['a'] })).toEqual({
    replaced: [],
    dropped: [],
  })
  expect(await lia.api.data.importAll(short)).toEqual({ renamed: [] })
  expect((await postAlert(`${stage.url}/webhooks/a`, {})).status).toBe(202)
})

it('two accounts can import a file at once, one of them with new ids', async () => {
  const file = await signUp(stage, 'modelo').then(async one => {
    await furnish(one)
    const made = await one.api.data.exportAll()
    await one.api.data.importAll({ ...made, connections: [], tradingViewAlertConfigs: [] })
    return made
  })
  const both = [await signUp(stage, 'gemela1'), await signUp(stage, 'gemela2')]
  const renamed = await Promise.all(both.map(one => one.api.data.importAll(file)))
  expect(renamed.map(one => one.renamed.length).sort()).toEqual([0, ODD.length])
  for (const one of both) expect((await exported(one)).connections).toHaveLength(ODD.length)
})

it('edits begun before an import are refused, for removed connections too', async () => {
  const luz = await signUp(stage, 'luz')
  const [kept, gone] = [await luz.connect(stage.botApi), await luz.connect(stage.botApi)]
  const draft = { name: 'x', connectionId: kept.id, templateFields: {} }
  const config = await luz.api.tvConfigs.create(draft)
  const [template] = await luz.api.templates.list()
  const file = await luz.api.data.exportAll()
  await luz.api.data.importAll({
    ...file,
    connections: file.connections.filter(({ id }) => id === kept.id),
  })
  const { id, version } = kept
  await expect(luz.api.connections.update({ id, version, name: 'y' })).rejects.toMatchObject({
    code: 'EDIT_CONFLICT',
  })
  expect((await luz.api.connections.read({ id })).version).toBe(version + 1)
  await expect(luz.api.connections.update({ id: gone.id, name: 'y' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(
    luz.api.tvConfigs.update({ ...draft, id: config.id, version: config.version }),
  ).rejects.toMatchObject({ code: 'EDIT_CONFLICT' })
  const { usedBy: _, ...old } = template ?? { id: '', name: '', content: '', version: 1 }
  await expect(luz.api.templates.update(old)).rejects.toMatchObject({ code: 'EDIT_CONFLICT' })
})

it('an import keeps the history and clears the error log', async () => {
  const sol = await signUp(stage, 'sol')
  const connection = await sol.connect(stage.botApi)
  await postAlert(connection.webhookUrl, '{"a": 1,}')
  await expect.poll(async () => (await sol.api.alerts.list({ status: 'success' })).total).toBe(1)
  await sol.api.connections.test({ id: connection.id })
  expect((await sol.api.errorLogs.list({})).total).toBeGreaterThan(0)
  const file = await sol.api.data.exportAll()
  await sol.api.data.importAll({ ...file, connections: [] })
  expect((await sol.api.errorLogs.list({})).total).toBe(0)
  expect((await sol.api.alerts.list({})).total).toBe(1)
})

it('an import succeeds even if the error log cannot be cleared', async () => {
  const ada = await signUp(stage, 'ada')
  const file = await ada.api.data.exportAll()
  const { db } = stage.app
  await db.schema.alterTable('error_logs').renameTo('away').execute()
  try {
    expect(await ada.api.data.importAll(file)).toEqual({ renamed: [] })
  } finally {
    await db.schema.alterTable('away').renameTo('error_logs').execute()
  }
})

describe('an import while alerts are pending', () => {
  it('sends alerts of kept connections, to a new chat too, and fails the others', async () => {
    const mar = await signUp(stage, 'mar')
    const { botApi } = stage
    const templateId = (await mar.api.templates.create({ name: 'N', content: 'n {{n}}' })).id
    const draft = { templateId, telegramBotToken: botApi.addBot().token }
    const [stays, moves, goes] = [
      await mar.connect(botApi, draft),
      await mar.connect(botApi, draft),
      await mar.connect(botApi, draft),
    ]
    botApi.addChat({ id: 8_008, type: 'private' })
    const holds = [stays, moves, goes].map(({ telegramChatId }) =>
      botApi.fail({ chatId: telegramChatId }, { kind: 'flood', retryAfter: 20 }),
    )
    const ids = new Map<string, string>()
    for (const { id, webhookUrl } of [stays, moves, goes]) {
      const answer = await postAlert(webhookUrl, { n: id })
      ids.set(id, ((await answer.json()) as { alertId: string }).alertId)
    }
    const detail = (id: string) => mar.api.alerts.read({ id: ids.get(id) ?? '' })
    for (const { id } of [stays, moves, goes])
      await expect.poll(async () => (await detail(id)).reason).toContain('pausa')

    const file = await mar.api.data.exportAll()
    await mar.api.data.importAll({
      ...file,
      connections: file.connections
        .filter(({ id }) => id !== goes.id)
        .map(one => (one.id === moves.id ? { ...one, telegramChatId: '8008' } : one)),
    })
    expect(await detail(goes.id)).toMatchObject({
      telegramDeliveryStatus: 'failed',
      reason: 'La conexión se eliminó.',
    })
    await botApi.waitFor(() => arrivals(botApi, 8_008).length === 1)
    expect((await detail(stays.id)).telegramDeliveryStatus).toBe('pending')
    for (const hold of holds) hold.lift()
    await expect.poll(async () => (await detail(stays.id)).telegramDeliveryStatus).toBe('success')
    expect(arrivals(botApi, goes.telegramChatId)).toEqual([])
  })

  it('keeps the numeric chat id from Telegram until the bot changes', async () => {
    const paz = await signUp(stage, 'paz')
    const { botApi } = stage
    botApi.addChat({ id: -1_004_242, type: 'channel', title: 'Canal', username: 'canal_de_paz' })
    const connection = await paz.connect(botApi, { telegramChatId: '@canal_de_paz' })
    await postAlert(connection.webhookUrl, { n: 1 })
    await botApi.waitFor(() => arrivals(botApi, -1_004_242).length === 1)
    const place = () =>
      stage.app.db
        .selectFrom('connections')
        .select(['chat_id', 'lane', 'telegram_chat_id'])
        .where('id', '=', connection.id)
        .executeTakeFirst()
    const before = await place()
    expect(before).toMatchObject({ chat_id: '-1004242', telegram_chat_id: '@canal_de_paz' })
    const file = await paz.api.data.exportAll()
    await paz.api.data.importAll(file)
    expect(await place()).toEqual(before)
    const telegramBotToken = botApi.addBot().token
    await paz.api.data.importAll({
      ...file,
      connections: file.connections.map(one => ({ ...one, telegramBotToken })),
    })
    expect((await place())?.chat_id).toBeNull()
  })

  it('reads only ids of the rows it replaces, since webhooks wait meanwhile', async () => {
    const pau = await signUp(stage, 'pau')
    const connection = await pau.connect(stage.botApi)
    await pau.api.tvConfigs.create({ name: 'x', connectionId: connection.id, templateFields: {} })
    const file = await pau.api.data.exportAll()
    using statements = watchStatements()
    await pau.api.data.importAll(file)
    const reads = statements
      .seen()
      .filter(text => /^select .* from "(message_templates|tv_alert_configs)"/.test(text))
      // Vigía looks for expiring configurations meanwhile.
      .filter(text => !text.includes('remind_at'))
    expect(reads.filter(text => !text.startsWith('select "id" from'))).toEqual([])
    expect(reads).toHaveLength(3)
  })

  it('loses and refuses no webhook of a kept connection', async () => {
    const rio = await signUp(stage, 'rio')
    const connection = await rio.connect(stage.botApi)
    const file = await rio.api.data.exportAll()
    let isOver = false
    const answers: number[] = []
    const posting = (async () => {
      while (!isOver)
        answers.push(
          ...(await Promise.all(
            [1, 2, 3].map(async n => (await postAlert(connection.webhookUrl, { n })).status),
          )),
        )
    })()
    for (let n = 0; n < 10; n += 1) await rio.api.data.importAll(file)
    isOver = true
    await posting
    expect(new Set(answers)).toEqual(new Set([202]))
    expect((await rio.api.alerts.list({})).total).toBe(answers.length)
  })
})
