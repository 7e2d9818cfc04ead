import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp
let marta: Trader
let luis: Trader
/** What belongs to Marta, by the noun in the address. */
const hers: Record<string, string> = {}

beforeAll(async () => {
  stage = await startTestApp()
  marta = await signUp(stage, 'marta')
  luis = await signUp(stage, 'luis')
  const template = await marta.api.templates.create({ name: 'Suya', content: 'x' })
  const connection = await marta.connect(stage.botApi, { templateId: template.id, tags: ['oro'] })
  const response = await postAlert(connection.webhookUrl, { symbol: 'X' })
  hers.alerts = ((await response.json()) as { alertId: string }).alertId
  hers.connections = connection.id
  hers.templates = template.id
  hers.sessions = (await marta.api.sessions.list())[0]?.id ?? ''
  const config = { name: 'Suya', connectionId: connection.id, templateFields: {} }
  hers['tv-configs'] = (await marta.api.tvConfigs.create(config)).id
  bodies['PUT /tv-configs/{id}'] = {
    ...config,
    connectionId: (await luis.connect(stage.botApi)).id,
  }
})
afterAll(() => stage[Symbol.asyncDispose]())

/** Every call of the contract, read off it: a new one can't be forgotten here. */
const calls = Object.values(contract)
  .flatMap(noun => Object.values(noun))
  .filter(isContractProcedure)
  .map(call => ({ method: call['~orpc'].route.method ?? '', path: call['~orpc'].route.path ?? '' }))

const anyone = ['/registration']
const signedIn = calls.filter(({ path }) => !anyone.includes(path))
const byId = signedIn.filter(({ path }) => path.includes('{id}'))

const bodies: Record<string, object> = {
  'PATCH /connections/{id}': { name: 'Mía' },
  'PUT /templates/{id}': { name: 'Mía', content: 'y' },
}

const call = (method: string, path: string, cookie?: string) =>
  fetch(`${stage.url}/api${path.replace('{id}', hers[path.split('/')[1] ?? ''] ?? '')}`, {
    method,
    headers: { ...(cookie ? { cookie } : {}), 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(bodies[`${method} ${path}`] ?? {}) }),
  })

describe('every call', () => {
  it.each(signedIn)('$method $path asks who calls', async ({ method, path }) => {
    const response = await call(method, path)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      defined: true,
      code: 'UNAUTHORIZED',
      status: 401,
      message: 'User not authenticated',
    })
  })

  it.each(byId)('$method $path does not know what belongs to another account', async one => {
    const response = await call(one.method, one.path, luis.cookie)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', defined: true })
  })
})

it('lists hold only what belongs to the account', async () => {
  expect(await luis.api.connections.list()).toHaveLength(1)
  expect(await luis.api.tvConfigs.list()).toEqual([])
  expect(await luis.api.tags.list()).toEqual([])
  expect((await luis.api.templates.samples()).payloads).toEqual([])
  expect((await luis.api.alerts.list({})).total).toBe(0)
  expect(await luis.api.templates.list()).toHaveLength(10)
  expect(await marta.api.templates.list()).toHaveLength(11)
})

it('a connection takes no template of another account', async () => {
  const refused = luis.connect(stage.botApi, { templateId: hers.templates ?? '' })
  await expect(refused).rejects.toMatchObject({ code: 'TEMPLATE_UNKNOWN' })
})

it('a configuration, a duplicate or a tag gives no access to a connection of another account', async () => {
  const connectionId = hers.connections ?? ''
  await expect(
    luis.api.tvConfigs.create({ name: 'Mía', connectionId, templateFields: {} }),
  ).rejects.toMatchObject({ code: 'CONNECTION_UNKNOWN' })
  await expect(
    luis.api.connections.create({
      name: 'Mía',
      telegramBotToken: '',
      copyTokenOf: connectionId,
      telegramChatId: '1',
    }),
  ).rejects.toMatchObject({ code: 'COPIED_CONNECTION_GONE' })
  await expect(luis.api.tags.remove({ tag: 'oro' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('nothing of Marta’s has changed', async () => {
  expect(await marta.api.connections.list()).toMatchObject([
    { name: 'Oro H1', isActive: true, tags: ['oro'] },
  ])
  expect(await marta.api.tvConfigs.list()).toMatchObject([{ name: 'Suya' }])
  expect(await marta.api.templates.read({ id: hers.templates ?? '' })).toMatchObject({
    name: 'Suya',
    content: 'x',
  })
})
