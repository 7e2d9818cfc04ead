import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionDraft } from '#shared/model/connection.ts'
import type { Trader } from '../support/trader.ts'
import type { VirtualApp } from '../support/virtual-app.ts'
import { postAlert } from '../support/webhook.ts'
import { startLine } from './start-line.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let stage: VirtualApp
let trader: Trader
let templateId: string

beforeEach(async () => {
  ;({ stage, trader, templateId } = await startLine('*{{n}}*'))
})

const read = (id: string) => trader.api.alerts.read({ id })
const settled = async (id: string) => {
  await stage.poll(async () => (await read(id)).telegramDeliveryStatus).not.toBe('pending')
  return read(id)
}

/** A waiting alert that arrived `age` milliseconds ago. */
async function waitingSince(age: number, draft: Partial<ConnectionDraft> = {}) {
  const connection = await trader.connect(stage.botApi, { templateId, ...draft })
  const hold = stage.botApi.fail(
    { chatId: connection.telegramChatId, times: 1 },
    { kind: 'flood', retryAfter: 3 },
  )
  const response = await postAlert(connection.webhookUrl, { n: 1 })
  const { alertId } = (await response.json()) as { alertId: string }
  await stage.poll(async () => (await read(alertId)).reason).toContain('pausa')
  await stage.app.db
    .updateTable('alerts')
    .set({ received_at: Date.now() - age })
    .where('id', '=', alertId)
    .execute()
  return { alertId, hold, connection }
}

const texts = () => stage.botApi.messages.map(message => message.text)

describe('a late message', () => {
  it('says so in its first line and keeps its formatting', async () => {
    const { alertId } = await waitingSince(4 * MINUTE_MS)
    const alert = await settled(alertId)
    expect(texts()).toEqual(['⏱ llegó 4 min tarde\n1'])
    expect(stage.botApi.messages[0]?.entities).toEqual([{ type: 'bold', offset: 20, length: 1 }])
    expect(alert.message).toEqual({
      text: '⏱ llegó 4 min tarde\n1',
      entities: [{ type: 'bold', offset: 20, length: 1 }],
      buttons: [],
      picture: null,
    })
  })

  it('carries no late mark when the switch is off', async () => {
    const { alertId } = await waitingSince(4 * MINUTE_MS, { markLate: false })
    await settled(alertId)
    expect(texts()).toEqual(['1'])
  })

  it('is resent unchanged when it may have arrived', async () => {
    const { alertId, connection } = await waitingSince(4 * MINUTE_MS)
    stage.botApi.fail(
      { chatId: connection.telegramChatId, times: 1 },
      { kind: 'page', status: 502, stored: true },
    )
    await stage.botApi.waitFor(messages => messages.length === 1)
    await stage.app.db
      .updateTable('alerts')
      .set({ received_at: Date.now() - 30 * MINUTE_MS })
      .where('id', '=', alertId)
      .execute()
    await settled(alertId)
    expect(texts()).toEqual(['⏱ llegó 4 min tarde\n1', '⏱ llegó 4 min tarde\n1'])
  })
})

describe('an alert that waited for more than 24 hours', () => {
  it('fails, and can be sent again', async () => {
    const { alertId } = await waitingSince(25 * HOUR_MS)
    expect(await settled(alertId)).toMatchObject({
      telegramDeliveryStatus: 'failed',
      reason: expect.stringContaining('Caducada'),
    })
    expect(texts()).toEqual([])
    await trader.api.alerts.resend({ id: alertId })
    expect(await settled(alertId)).toMatchObject({
      telegramDeliveryStatus: 'success',
      resentAt: expect.any(String),
    })
    expect(texts()).toEqual(['⏱ llegó 1500 min tarde\n1'])
  })
})
