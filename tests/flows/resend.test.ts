import { beforeEach, expect, it, onTestFinished } from 'vitest'
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
  connection = await trader.connect(stage.botApi, { templateId: template.id })
})

const statusOf = async (id: string) => (await trader.api.alerts.read({ id })).telegramDeliveryStatus

/** An alert that Telegram refused. */
async function failedAlert(n: number): Promise<string> {
  stage.botApi.fail(
    { chatId: connection.telegramChatId, times: 1 },
    { kind: 'refusal', status: 400, description: 'Bad Request: no' },
  )
  const response = await postAlert(connection.webhookUrl, { n })
  const { alertId } = (await response.json()) as { alertId: string }
  await expect.poll(() => statusOf(alertId)).toBe('failed')
  return alertId
}

it('writes a failed alert out anew and delivers it, once for two clicks', async () => {
  const id = await failedAlert(1)
  await trader.api.templates.update({ id: connection.templateId, name: 'N', content: 'dos {{n}}' })
  const answers = await Promise.all([1, 2].map(() => trader.api.alerts.resend({ id })))
  expect(answers[0]).toMatchObject({ telegramDeliveryStatus: 'pending', reason: null })
  await expect.poll(() => statusOf(id)).toBe('success')
  await postAlert(connection.webhookUrl, { n: 2 })
  await stage.botApi.waitFor(messages => messages.length >= 2)
  expect(stage.botApi.messages.map(message => message.text)).toEqual(['dos 1', 'dos 2'])
})

it('leaves a delivered alert as it is', async () => {
  const response = await postAlert(connection.webhookUrl, { n: 1 })
  const { alertId: id } = (await response.json()) as { alertId: string }
  await expect.poll(() => statusOf(id)).toBe('success')
  expect(await trader.api.alerts.resend({ id })).toMatchObject({
    telegramDeliveryStatus: 'success',
  })
  expect(await stage.app.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
})

it('says why there is nowhere to send it', async () => {
  const id = await failedAlert(1)
  await trader.api.connections.update({ id: connection.id, isActive: false })
  await expect(trader.api.alerts.resend({ id })).rejects.toMatchObject({
    code: 'CONNECTION_INACTIVE',
  })
  await trader.api.connections.remove({ id: connection.id })
  await expect(trader.api.alerts.resend({ id })).rejects.toMatchObject({ code: 'CONNECTION_GONE' })
  expect(await statusOf(id)).toBe('failed')
})
