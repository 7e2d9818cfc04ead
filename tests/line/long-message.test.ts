import { expect, it } from 'vitest'
import { MAX_PARTS, wasCut } from '#shared/message/bound-message.ts'
import { splitMessage } from '#shared/message/split.ts'
import { signUp } from '../support/trader.ts'
import { startVirtualApp, type VirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'

it('sends at most 20 messages for one webhook, and the history shows the same text', async () => {
  await using stage = await startVirtualApp()
  const { botApi } = stage
  const { trader, connection } = await withTemplate(stage, '{{{m}}}{{{m}}}{{{m}}}')
  await postAlert(connection.webhookUrl, { m: '*a* '.repeat(16_000) })
  await postAlert(connection.webhookUrl, { m: 'Última' })
  await botApi.waitFor(messages => messages.some(({ text }) => text.startsWith('Última')))

  const texts = botApi.messages.slice(0, -1).map(({ text }) => text)
  expect(texts.length).toBeLessThanOrEqual(MAX_PARTS)
  expect(texts.at(-1)).toMatch(/aquí se cortó/)
  const { items } = await trader.api.alerts.list({ sort: 'timestamp-asc' })
  const detail = await trader.api.alerts.read({ id: items[0]?.id ?? '' })
  if (!detail.message) throw new Error('the alert has no message')
  expect(splitMessage(detail.message).map(({ text }) => text)).toEqual(texts)
  expect(wasCut(detail.message)).toBe(true)
  expect(detail.messageIds).toHaveLength(texts.length)
})

it('finishes a longer message that an older version has begun', async () => {
  await using stage = await startVirtualApp()
  const { app, botApi } = stage
  const { trader, connection } = await withTemplate(stage, '{{m}}')
  const { promise: after, resolve: answerIt } = Promise.withResolvers<void>()
  botApi.fail({ times: 1 }, { kind: 'refusal', status: 500, description: '', after })
  const answer = await postAlert(connection.webhookUrl, { m: 'Corta' })
  const { alertId }: { alertId: string } = await answer.json()
  await botApi.waitFor((_messages, requests) => requests.length === 1)
  const lines = Array.from({ length: MAX_PARTS + 3 }, (_, nth) => `${nth} ${'x'.repeat(4_000)}`)
  await app.db
    .updateTable('alerts')
    .set({ message_text: lines.join('\n') })
    .where('id', '=', alertId)
    .execute()
  const arrived = lines.slice(0, MAX_PARTS + 1)
  const lengths = arrived.map(line => line.length + 1)
  await app.db
    .updateTable('deliveries')
    .set({
      sent_ids: JSON.stringify(arrived.map((_, nth) => nth + 1)),
      sent_ends: JSON.stringify(lengths.map((_, nth) => sum(lengths.slice(0, nth + 1)))),
    })
    .where('alert_id', '=', alertId)
    .execute()
  answerIt()
  await stage
    .poll(async () => (await trader.api.alerts.read({ id: alertId })).telegramDeliveryStatus)
    .toBe('success')
  expect(botApi.messages.map(({ text }) => text)).toEqual(lines.slice(arrived.length))
})

async function withTemplate(stage: VirtualApp, content: string) {
  const trader = await signUp(stage)
  const { id } = await trader.api.templates.create({ name: 'Larga', content })
  return { trader, connection: await trader.connect(stage.botApi, { templateId: id }) }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
