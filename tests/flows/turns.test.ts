import { expect, it } from 'vitest'
import { holdStore } from '../support/hold-store.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'

it('calls of an account run or wait, excess ones get 429; other accounts are served', async () => {
  await using stage = await startTestApp()
  const [many, other] = [await signUp(stage, 'ana'), await signUp(stage, 'eva')]
  const { id } = await many.connect(stage.botApi)
  await using hold = await holdStore(stage.place)
  const calls = Array.from({ length: 260 }, () =>
    fetch(`${stage.url}/api/connections/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie: many.cookie },
      body: JSON.stringify({ isActive: true }),
    }),
  )
  const refused = await Promise.any(
    calls.map(async call => {
      const answer = await call
      if (answer.status !== 429) throw new Error(`answered ${answer.status}`)
      return answer
    }),
  )
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'Demasiadas peticiones. Espera un momento.',
  })
  expect(await other.api.profile.read()).toMatchObject({ name: 'eva' })
  await hold.release()
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  // More than the two that ran; how many wait long enough depends on the machine.
  expect(statuses.filter(status => status === 200).length).toBeGreaterThan(2)
  expect(await many.api.profile.read()).toMatchObject({ name: 'ana' })
})

it('streams and calls to Telegram take no turns of other calls', async () => {
  await using stage = await startTestApp()
  const { api, connect } = await signUp(stage, 'ana')
  const streams = await Promise.all([1, 2, 3].map(() => api.events.stream()))
  const connections = []
  for (const _ of streams) connections.push(await connect(stage.botApi))
  const { promise: lifted, resolve: lift } = Promise.withResolvers<void>()
  stage.botApi.fail({ method: 'sendMessage' }, { kind: 'delay', ms: 0, after: lifted })
  const tests = connections.map(({ id }) => api.connections.test({ id }))
  for (const _ of tests) expect(await api.profile.read()).toMatchObject({ name: 'ana' })
  lift()
  for (const test of tests) expect(await test).toMatchObject({ ok: true })
  for (const stream of streams) await stream.return?.()
})

it('a call whose session ends while it waits is refused', async () => {
  await using stage = await startTestApp()
  const { cookie } = await signUp(stage, 'ana')
  const { token } = stage.botApi.addBot()
  const { promise: lifted, resolve: lift } = Promise.withResolvers<void>()
  stage.botApi.fail({ method: 'getMe' }, { kind: 'delay', ms: 0, after: lifted })
  const calls = Array.from({ length: 203 }, async () => {
    const { status } = await fetch(`${stage.url}/api/telegram/bot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ botToken: token }),
    })
    return status
  })
  // Two run and two hundred wait.
  expect(await Promise.race(calls)).toBe(429)
  await stage.app.db.deleteFrom('session').execute()
  lift()
  const statuses = await Promise.all(calls)
  expect(statuses.filter(status => status === 200)).toHaveLength(2)
})
