import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LiveEvent } from '#shared/model/live-event.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp

beforeAll(async () => {
  stage = await startTestApp()
})
afterAll(() => stage[Symbol.asyncDispose]())

/** Listens until the stream ends. */
async function listen(trader: Awaited<ReturnType<typeof signUp>>, asked?: { alerts: 'true' }) {
  const events: LiveEvent[] = []
  const stream = await trader.api.events.stream(asked)
  const ended = (async () => {
    for await (const event of stream) events.push(event)
  })()
  return { events, ended }
}

it('reports changes and toasts to their account only', async () => {
  const marta = await signUp(stage, 'marta')
  const luis = await signUp(stage, 'luis')
  const [hers, his] = [await listen(marta), await listen(luis)]
  const connection = await marta.connect(stage.botApi)
  await postAlert(connection.webhookUrl, { alert_name: 'Cruce' })
  await stage.botApi.waitFor(messages => messages.length === 1)

  await expect
    .poll(() => hers.events)
    .toContainEqual({
      kind: 'toast',
      type: 'info',
      message: 'Alerta «Cruce» recibida, procesando...',
    })
  await expect
    .poll(() => hers.events.flatMap(event => (event.kind === 'changed' ? event.collections : [])))
    .toEqual(expect.arrayContaining(['connections', 'alerts', 'templates', 'profile']))
  expect(his.events).toEqual([])
})

it('reports each alert’s outcome on request, with the delivery time of the history', async () => {
  const trader = await signUp(stage, 'ana')
  const { events } = await listen(trader, { alerts: 'true' })
  const { id: connectionId, webhookUrl, telegramChatId } = await trader.connect(stage.botApi)
  const happened = (what: string) =>
    events
      .flatMap(event => (event.kind === 'changed' ? (event.alerts ?? []) : []))
      .filter(one => one.what === what)
  await postAlert(webhookUrl, { alert_name: 'Cruce' })
  await expect.poll(() => happened('delivered')).toHaveLength(1)
  const [alert] = (await trader.api.alerts.list({})).items
  const told = { connectionId, count: 1, alert: { id: alert?.id, name: 'Cruce' } }
  expect(happened('received')).toEqual([{ ...told, what: 'received', deliveredInMs: null }])
  expect(happened('delivered')).toEqual([
    { ...told, what: 'delivered', deliveredInMs: alert?.deliveredInMs },
  ])
  const refusal = { kind: 'refusal', status: 400, description: 'Bad Request: no' } as const
  stage.botApi.fail({ chatId: telegramChatId, times: 1 }, refusal)
  await postAlert(webhookUrl, { alert_name: 'Ruptura' })
  await expect
    .poll(() => happened('failed'))
    .toMatchObject([{ connectionId, count: 1, alert: { name: 'Ruptura' } }])
  expect(events.map(({ kind }) => kind)).not.toContain('toast')
})

it('ends the stream at sign-out, and refuses the old cookie', async () => {
  const trader = await signUp(stage, 'eva')
  const { ended } = await listen(trader)
  const response = await fetch(`${stage.url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { cookie: trader.cookie, origin: stage.url },
  })
  expect(response.status).toBe(200)
  await ended
  await expect(trader.api.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('holds ten streams of a session: an eleventh replaces the oldest', async () => {
  const trader = await signUp(stage, 'nora')
  const oldest = await listen(trader)
  const replaced = oldest.ended.catch((error: unknown) => error)
  const others = []
  for (let nth = 0; nth < 10; nth += 1) others.push(await listen(trader))
  expect(await replaced).toMatchObject({ code: 'STREAM_REPLACED' })
  await trader.api.templates.create({ name: 'Suya', content: 'x' })
  for (const { events } of others)
    await expect.poll(() => events).toContainEqual({ kind: 'changed', collections: ['templates'] })
  expect(oldest.events).toEqual([])
})

it('ends the stream when the server stops', async () => {
  const other = await startTestApp()
  const { ended } = await listen(await signUp(other))
  await other[Symbol.asyncDispose]()
  await ended
})
