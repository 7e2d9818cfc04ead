import { beforeEach, expect, it } from 'vitest'
import { arrivedTexts } from '../support/arrivals.ts'
import type { Trader } from '../support/trader.ts'
import type { VirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'
import { startLine } from './start-line.ts'

let stage: VirtualApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>

beforeEach(async () => {
  const line = await startLine('uno {{n}}')
  ;({ stage, trader } = line)
  connection = await trader.connect(stage.botApi, { templateId: line.templateId })
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
  await stage.poll(() => statusOf(alertId)).toBe('failed')
  return alertId
}

it('composes a failed alert again and delivers it once for two clicks', async () => {
  const id = await failedAlert(1)
  await trader.api.templates.update({ id: connection.templateId, name: 'N', content: 'dos {{n}}' })
  const answers = await Promise.all([1, 2].map(() => trader.api.alerts.resend({ id })))
  expect(answers[0]).toMatchObject({ telegramDeliveryStatus: 'pending', reason: null })
  await stage.poll(() => statusOf(id)).toBe('success')
  await postAlert(connection.webhookUrl, { n: 2 })
  await stage.botApi.waitFor(messages => messages.length >= 2)
  expect(stage.botApi.messages.map(message => message.text)).toEqual(['dos 1', 'dos 2'])
})

it('leaves a delivered alert as it is', async () => {
  const response = await postAlert(connection.webhookUrl, { n: 1 })
  const { alertId: id } = (await response.json()) as { alertId: string }
  await stage.poll(() => statusOf(id)).toBe('success')
  expect(await trader.api.alerts.resend({ id })).toMatchObject({
    telegramDeliveryStatus: 'success',
  })
  expect(await stage.app.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
})

it('resends a delivered alert on request, and keeps the first delivery as an attempt', async () => {
  const response = await postAlert(connection.webhookUrl, { n: 1 })
  const { alertId: id } = (await response.json()) as { alertId: string }
  await stage.poll(() => statusOf(id)).toBe('success')
  const before = await trader.api.alerts.read({ id })

  // Answers wait for both requests: once delivered again, the alert may be sent a third time.
  const { promise: both, resolve: answer } = Promise.withResolvers<void>()
  stage.botApi.fail({}, { kind: 'delay', ms: 0, after: both })
  const answers = await Promise.all(
    [1, 2].map(() => trader.api.alerts.resend({ id, delivered: true })),
  )
  answer()

  expect(answers[0]).toMatchObject({ telegramDeliveryStatus: 'pending', deliveredAt: null })
  await stage.poll(() => statusOf(id)).toBe('success')
  const after = await trader.api.alerts.read({ id })
  expect(after.messageIds).not.toEqual(before.messageIds)
  expect(after.attempts).toEqual([
    {
      at: before.deliveredAt,
      ms: 0,
      reason: null,
      counted: false,
      inDoubt: false,
      messageIds: before.messageIds,
    },
  ])
  expect(arrivedTexts(stage.botApi)).toEqual(['uno 1', 'uno 1'])
  expect((await trader.api.connections.read({ id: connection.id })).stats).toMatchObject({
    totalAlerts: 1,
    successful: 1,
    failed: 0,
  })
})

it('rejects an alert whose connection is inactive or gone with the reason', async () => {
  const id = await failedAlert(1)
  await trader.api.connections.update({ id: connection.id, isActive: false })
  await expect(trader.api.alerts.resend({ id })).rejects.toMatchObject({
    code: 'CONNECTION_INACTIVE',
  })
  await trader.api.connections.remove({ id: connection.id })
  await expect(trader.api.alerts.resend({ id })).rejects.toMatchObject({ code: 'CONNECTION_GONE' })
  expect(await statusOf(id)).toBe('failed')
})

it('resends the failed alerts of a selection in order of arrival', async () => {
  const ids = [await failedAlert(1), await failedAlert(2), await failedAlert(3)]
  const response = await postAlert(connection.webhookUrl, { n: 4 })
  const { alertId: fine } = (await response.json()) as { alertId: string }
  await stage.poll(() => statusOf(fine)).toBe('success')
  const chosen = [ids[2], ids[0], fine].map(String)
  expect(await trader.api.alerts.resendMany({ ids: chosen })).toEqual({ resent: 2, left: 0 })
  await stage.botApi.waitFor(() => arrivedTexts(stage.botApi).length === 3)
  expect(arrivedTexts(stage.botApi)).toEqual(['uno 4', 'uno 1', 'uno 3'])
  expect(await statusOf(ids[1] ?? '')).toBe('failed')
})

it('resends all failed alerts of a filter, once for each cut-off time', async () => {
  const other = await trader.connect(stage.botApi, { templateId: connection.templateId })
  const hold = stage.botApi.fail(
    { method: 'sendMessage' },
    { kind: 'refusal', status: 400, description: 'Bad Request: no' },
  )
  for (let n = 1; n <= 3; n += 1)
    for (const { webhookUrl } of [connection, other]) await postAlert(webhookUrl, { n })
  const failed = (connectionId?: string) =>
    trader.api.alerts.list({ status: 'failed', ...(connectionId ? { connectionId } : {}) })
  await stage.poll(async () => (await failed()).total).toBe(6)
  const { asOf: before } = await failed()
  const again = { filter: { connectionId: connection.id }, before }
  expect(await trader.api.alerts.resendMany(again)).toEqual({ resent: 3, left: 0 })
  await stage.poll(async () => (await failed(connection.id)).total).toBe(3)
  expect(await trader.api.alerts.resendMany(again)).toEqual({ resent: 0, left: 0 })

  hold.lift()
  const later = { ...again, before: (await failed()).asOf }
  expect(await trader.api.alerts.resendMany(later)).toEqual({ resent: 3, left: 0 })
  await stage.botApi.waitFor(() => arrivedTexts(stage.botApi).length === 3)
  expect(arrivedTexts(stage.botApi, connection.telegramChatId)).toEqual(['uno 1', 'uno 2', 'uno 3'])
  expect((await failed()).total).toBe(3)
})

it('leaves alerts of an inactive connection failed', async () => {
  const id = await failedAlert(1)
  await trader.api.connections.update({ id: connection.id, isActive: false })
  expect(await trader.api.alerts.resendMany({ ids: [id] })).toEqual({ resent: 0, left: 0 })
  expect(await statusOf(id)).toBe('failed')
})

it('resends 600 alerts in batches of 500', async () => {
  await trader.api.connections.update({ id: connection.id, isActive: false })
  const posts = Array.from({ length: 600 }, (_, n) => postAlert(connection.webhookUrl, { n }))
  await Promise.all(posts)
  await trader.api.connections.update({ id: connection.id, isActive: true })
  const { asOf: before, total } = await trader.api.alerts.list({ status: 'failed' })
  expect(total).toBe(600)
  const steps = []
  for (;;) {
    const step = await trader.api.alerts.resendMany({ filter: {}, before })
    if (step.resent === 0) break
    steps.push(step)
  }
  expect(steps).toEqual([
    { resent: 500, left: 100 },
    { resent: 100, left: 0 },
  ])
})
