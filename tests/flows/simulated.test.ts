import { expect, it } from 'vitest'
import { createSimulatedTelegram } from '#server/telegram/simulated.ts'
import { firstMessage } from '#shared/message/first-message.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

/** Random numbers in this order, then zeros. */
const rolls =
  (...values: number[]) =>
  () =>
    values.shift() ?? 0

async function simulatedStage(random: () => number) {
  const telegram = createSimulatedTelegram({ random, testDelayMs: 5 })
  const stage = await startTestApp({ delivery: 'simulated' }, { telegram })
  const trader = await signUp(stage)
  const connection = await trader.connect(stage.botApi)
  return { stage, trader, connection, [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]() }
}

it('rolls once per attempt, succeeds below 0.7, and never calls Telegram', async () => {
  await using scene = await simulatedStage(rolls(0.7, 0.9, 0.69, 0.7, 0.7, 0.7))
  const { stage, trader, connection } = scene
  const outcomes = async () => {
    const { items } = await trader.api.alerts.list({ sort: 'timestamp-asc' })
    return items.map(item => [item.telegramDeliveryStatus, item.retryAttempts])
  }
  await postAlert(connection.webhookUrl, { symbol: 'A' })
  await expect.poll(outcomes).toEqual([['success', 3]])
  await postAlert(connection.webhookUrl, { symbol: 'B' })
  await expect.poll(outcomes).toEqual([
    ['success', 3],
    ['failed', 3],
  ])
  expect(stage.botApi.requests).toEqual([])
  expect((await trader.api.profile.read()).simulated).toBe(true)
})

it('rolls for each alert on its own, even when several wait together', async () => {
  await using scene = await simulatedStage(rolls(0.7, 0, 0.9, 0, 0))
  const { trader, connection } = scene
  for (const symbol of ['A', 'B', 'C']) await postAlert(connection.webhookUrl, { symbol })
  await expect
    .poll(async () => {
      const { items } = await trader.api.alerts.list({ sort: 'timestamp-asc' })
      return items.map(item => [item.telegramDeliveryStatus, item.retryAttempts])
    })
    .toEqual([
      ['success', 2],
      ['success', 2],
      ['success', 1],
    ])
})

it('tests a connection with the words of the specification', async () => {
  await using scene = await simulatedStage(rolls(0.8, 0.79))
  const { trader, connection } = scene
  expect(await trader.api.connections.test({ id: connection.id })).toMatchObject({
    ok: false,
    message: 'Error al enviar mensaje a Oro H1. Verifica la configuración.',
  })
  expect(await trader.api.connections.test({ id: connection.id })).toMatchObject({
    ok: true,
    message: 'Mensaje de prueba (plantilla "Señal Básica de TradingView") enviado a Oro H1.',
  })
  const { items } = await trader.api.errorLogs.list({ search: 'simulado falló' })
  expect(items).toMatchObject([
    { message: 'Error al enviar mensaje a Oro H1. Verifica la configuración.', isCritical: false },
  ])
  const notifications = await scene.stage.app.db.selectFrom('notifications').selectAll().execute()
  expect(notifications).toMatchObject([
    {
      title: 'Fallo Prueba de Conexión',
      message:
        'No se pudo enviar mensaje de prueba a "Oro H1". El envío simulado falló. Vuelve a intentarlo.',
      link: `/connections/${connection.id}/panel`,
    },
  ])
})

it('plays the press that connects a chat', async () => {
  await using scene = await simulatedStage(rolls())
  const { stage, trader } = scene
  const { chatLinks } = trader.api
  const open = async () => {
    const answer = await chatLinks.create({ botToken: `7000000999:${'X'.repeat(35)}` })
    return answer.ok ? answer.link.code : ''
  }
  for (const place of ['private', 'group'] as const) {
    const code = await open()
    const { state } = await chatLinks.play({ code, place })
    expect(state).toMatchObject({ kind: 'found', message: firstMessage })
    expect((await chatLinks.play({ code, place: 'channel' })).state).toEqual(state)
  }
  const code = await open()
  const { state } = await chatLinks.play({ code, place: 'channel' })
  const chats = state.kind === 'confirm' ? state.chats : []
  expect(chats).toMatchObject([{ type: 'channel' }])
  const confirmed = await chatLinks.confirm({ code, chatId: chats[0]?.id ?? '' })
  expect(confirmed.state).toMatchObject({ kind: 'found', chat: chats[0] })
  expect(stage.botApi.requests).toEqual([])
})
