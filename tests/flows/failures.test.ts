// @module-tag server
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { arrivedTexts } from '../support/arrivals.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>

beforeEach(async () => {
  const running = await startTestApp()
  onTestFinished(() => running[Symbol.asyncDispose]())
  stage = running
  trader = await signUp(stage)
  const template = await trader.api.templates.create({ name: 'N', content: 'uno {{n}}' })
  connection = await trader.connect(stage.botApi, { name: 'Oro', templateId: template.id })
})

const KICKED = { kind: 'refusal', status: 403, description: 'Forbidden: bot was kicked' } as const

const settled = async (status: 'failed' | 'success', count: number) =>
  expect.poll(async () => (await trader.api.alerts.list({ status })).total).toBe(count)

async function failFirst() {
  await postAlert(connection.webhookUrl, { n: 1 })
  await settled('failed', 1)
}

async function failByContent() {
  stage.botApi.fail(
    { chatId: connection.telegramChatId, times: 1 },
    { kind: 'refusal', status: 400, description: 'Bad Request: no' },
  )
  await failFirst()
}

it('groups failures by cause, and resends them once the cause is over', async () => {
  const { api } = trader
  expect(await api.failures.list({})).toMatchObject({ groups: [] })
  const kicked = stage.botApi.fail({ chatId: connection.telegramChatId }, KICKED)
  for (const n of [1, 2, 3]) await postAlert(connection.webhookUrl, { n })
  await settled('failed', 3)
  const { groups } = await api.failures.list({})
  expect(groups).toEqual([
    expect.objectContaining({
      reason: 'El bot ya no está en el chat. Añádelo otra vez como administrador y pulsa Probar.',
      remedy: 'chat',
      lasts: true,
      count: 3,
      more: false,
      connections: [expect.objectContaining({ id: connection.id, name: 'Oro', count: 3 })],
    }),
  ])

  kicked.lift()
  await postAlert(connection.webhookUrl, { n: 4 })
  await settled('success', 1)
  const {
    groups: [over],
    asOf: before,
  } = await api.failures.list({ connectionId: connection.id })
  expect(over).toMatchObject({ lasts: false, count: 3 })
  const again = { cause: over?.id ?? '', before }
  const answers = await Promise.all([1, 2].map(() => api.failures.resend(again)))
  expect(answers.map(({ resent }) => resent).sort()).toEqual([0, 3])
  await settled('success', 4)
  expect(arrivedTexts(stage.botApi)[0]).toBe('uno 4')
  expect(arrivedTexts(stage.botApi).join('\n').match(/\d/g)).toEqual(['4', '1', '2', '3'])
  expect(await api.failures.list({})).toMatchObject({ groups: [] })
})

it('leaves out inactive connections and alerts that came while one was inactive', async () => {
  const { api } = trader
  stage.botApi.fail({ chatId: connection.telegramChatId, times: 1 }, KICKED)
  await failFirst()
  const other = await trader.connect(stage.botApi, { name: 'Plata' })
  expect(await api.failures.list({ connectionId: other.id })).toMatchObject({ groups: [] })
  await api.connections.update({ id: connection.id, isActive: false })
  await postAlert(connection.webhookUrl, { n: 2 })
  await settled('failed', 2)
  const { groups, asOf: before } = await api.failures.list({})
  expect(groups).toEqual([])
  expect(await api.failures.resend({ cause: 'bot_kicked:x', before })).toEqual({
    resent: 0,
    left: 0,
  })
  await api.connections.update({ id: connection.id, isActive: true })
  expect((await api.failures.list({})).groups).toMatchObject([{ count: 1 }])
})

it('ends a cause after an edit or a delivered test, until it recurs', async () => {
  const { api } = trader
  const lasts = async () => (await api.failures.list({})).groups.map(group => group.lasts)
  const kicked = stage.botApi.fail({ chatId: connection.telegramChatId }, KICKED)
  await failFirst()
  await api.connections.test({ id: connection.id })
  await api.connections.update({ id: connection.id, name: 'Plata' })
  expect(await lasts()).toEqual([true])

  await api.connections.update({ id: connection.id, silent: true })
  const { groups, asOf: before } = await api.failures.list({})
  expect(groups).toMatchObject([{ lasts: false }])
  await api.failures.resend({ cause: groups[0]?.id ?? '', before })
  await expect.poll(lasts).toEqual([true])

  kicked.lift()
  const { version } = await api.connections.read({ id: connection.id })
  expect((await api.connections.test({ id: connection.id })).ok).toBe(true)
  expect(await lasts()).toEqual([false])
  expect(await api.connections.read({ id: connection.id })).toMatchObject({ version })
})

it('ends a cause after an import of the connection', async () => {
  const { api } = trader
  stage.botApi.fail({ chatId: connection.telegramChatId }, KICKED)
  await failFirst()
  const lasts = async () => (await api.failures.list({})).groups.map(group => group.lasts)
  expect(await lasts()).toEqual([true])
  await api.data.importAll(await api.data.exportAll())
  expect(await lasts()).toEqual([false])
})

it('ends a cause of the template once the template is edited', async () => {
  const { api } = trader
  await failByContent()
  const { templateId } = connection
  expect((await api.failures.list({})).groups).toMatchObject([
    { remedy: 'template', templateId, lasts: true },
  ])
  await api.templates.update({ id: templateId, name: 'M', content: 'uno {{n}}' })
  expect((await api.failures.list({})).groups).toMatchObject([{ lasts: true }])
  await api.templates.update({ id: templateId, name: 'M', content: 'dos {{n}}' })
  expect((await api.failures.list({})).groups).toMatchObject([{ lasts: false }])
})

it('ends a cause of the template once another replaces it', async () => {
  const { api } = trader
  await failByContent()
  await api.templates.remove({ id: connection.templateId })
  expect((await api.failures.list({})).groups).toMatchObject([{ lasts: false }])
})
