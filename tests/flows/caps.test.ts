import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import { insertPasskey } from '../support/insert-passkey.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'

let stage: TestApp

beforeAll(async () => {
  stage = await startTestApp()
})
afterAll(() => stage[Symbol.asyncDispose]())

const template = (n: number, content = 'x') => ({ id: `t${n}`, name: `Plantilla ${n}`, content })

/** Fills the account with `count` connections, templates and configurations. */
async function fill(who: Trader, count: number) {
  const connection = await who.connect(stage.botApi)
  const file = await who.api.data.exportAll()
  const many = Array.from({ length: count }, (_, n) => n)
  await who.api.data.importAll({
    ...file,
    connections: many.map(n => ({
      ...file.connections[0],
      id: n === 0 ? connection.id : `${connection.id}-${n}`,
    })),
    messageTemplates: many.map(n => template(n)),
    tradingViewAlertConfigs: many.map(n => ({
      id: `${connection.id}-${n}`,
      name: 'x',
      connectionId: n < 100 ? connection.id : `${connection.id}-${n}`,
      templateFields: {},
    })),
  })
  return connection
}

const outcomes = (made: PromiseSettledResult<unknown>[]) =>
  made.map(one => (one.status === 'rejected' ? one.reason.code : 'made')).sort()

it('an account holds at most 1,000 of each kind, even when created concurrently', async () => {
  const ana = await signUp(stage, 'ana')
  const { id } = await fill(ana, 999)
  const connections = await Promise.allSettled(
    [1, 2, 3].map(() => ana.connect(stage.botApi, { templateId: 't0' })),
  )
  expect(outcomes(connections)).toEqual(['TOO_MANY_CONNECTIONS', 'TOO_MANY_CONNECTIONS', 'made'])
  const templates = await Promise.allSettled(
    [1, 2, 3].map(() => ana.api.templates.create({ name: 'x', content: 'y' })),
  )
  expect(outcomes(templates)).toEqual(['TOO_MANY_TEMPLATES', 'TOO_MANY_TEMPLATES', 'made'])
  const draft = { name: 'x', connectionId: `${id}-500`, templateFields: {} }
  const configs = await Promise.allSettled([1, 2, 3].map(() => ana.api.tvConfigs.create(draft)))
  expect(outcomes(configs)).toEqual(['TOO_MANY_CONFIGS', 'TOO_MANY_CONFIGS', 'made'])
  await expect(ana.api.tvConfigs.create(draft)).rejects.toMatchObject({
    status: 409,
    message:
      'Ya tienes 1.000 configuraciones, que es el máximo. Elimina alguna antes de crear otra.',
  })
  await ana.api.templates.remove({ id: 't1' })
  await ana.api.templates.create({ name: 'x', content: 'y' })
})

it('the templates of an account are limited to 4 MB together', async () => {
  const eva = await signUp(stage, 'eva')
  const file = await eva.api.data.exportAll()
  const content = '\u{20ac}'.repeat(32_768 / 3 - 1)
  const own = file.messageTemplates.reduce((sum, one) => sum + Buffer.byteLength(one.content), 0)
  const many = Math.floor((4_194_304 - own) / Buffer.byteLength(content))
  const messageTemplates = Array.from({ length: many }, (_, n) => template(n, content))
  await eva.api.data.importAll({
    ...file,
    messageTemplates: [...file.messageTemplates, ...messageTemplates],
  })
  const full = { code: 'TEMPLATES_TOO_LARGE', status: 409 }
  const made = await Promise.allSettled(
    [1, 2].map(() => eva.api.templates.create({ name: 'x', content })),
  )
  expect(outcomes(made)).toEqual([full.code, full.code])
  await expect(
    eva.api.templates.update({ ...template(0), content: 'x'.repeat(32_768 * 2 - 1) }),
  ).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  for (const n of [0, 1]) await eva.api.templates.update(template(n))
  await eva.api.templates.create({ name: 'x', content })
  await expect(
    eva.api.data.importAll({
      ...file,
      messageTemplates: Array.from({ length: many + 2 }, (_, n) => template(n, content)),
    }),
  ).rejects.toMatchObject({
    code: 'IMPORT_INVALID',
    message:
      'Las plantillas pueden ocupar, todas juntas, como máximo 4 MB. Acorta o elimina alguna.',
  })
})

it('TV configurations are limited to 2 MB together; shortening is always allowed', async () => {
  const ivo = await signUp(stage, 'ivo')
  const connection = await ivo.connect(stage.botApi)
  const file = await ivo.api.data.exportAll()
  const fields = (length: number) =>
    Object.fromEntries(Array.from({ length: 8 }, (_, n) => [n, '\u{20ac}'.repeat(length)]))
  const draft = { name: 'x', connectionId: connection.id, templateFields: fields(1_000) }
  const many = Math.floor(2_097_152 / Buffer.byteLength(JSON.stringify(draft.templateFields)))
  const configs = (count: number) => ({
    ...file,
    tradingViewAlertConfigs: Array.from({ length: count }, (_, n) => ({
      ...draft,
      id: `ivo-${n}`,
    })),
  })
  const message =
    'Las configuraciones pueden ocupar, todas juntas, como máximo 2 MB. Acorta o elimina alguna.'
  await expect(ivo.api.data.importAll(configs(many + 1))).rejects.toMatchObject({
    code: 'IMPORT_INVALID',
    message,
  })
  await ivo.api.data.importAll(configs(many))
  const made = await Promise.allSettled([1, 2].map(() => ivo.api.tvConfigs.create(draft)))
  expect(outcomes(made)).toEqual(['CONFIGS_TOO_LARGE', 'CONFIGS_TOO_LARGE'])

  await stage.app.db
    .updateTable('tv_alert_configs')
    .set({ condition_notes: 'x'.repeat(50_000) })
    .where('id', '=', 'ivo-0')
    .execute()
  const edit = (id: string, templateFields: Record<string, string>) =>
    ivo.api.tvConfigs.update({ ...draft, id, templateFields })
  await expect(
    ivo.api.tvConfigs.update({ ...draft, id: 'ivo-1', tradingViewConditionNotes: 'x' }),
  ).rejects.toMatchObject({ code: 'CONFIGS_TOO_LARGE', status: 409, message })
  await edit('ivo-1', fields(999))
  expect(await ivo.api.tvConfigs.list()).toHaveLength(many)
  for (const n of [0, 1]) await edit(`ivo-${n}`, {})
  await ivo.api.tvConfigs.create(draft)
})

it('an account has excess concurrent imports refused', async () => {
  const leo = await signUp(stage, 'leo')
  const file = await leo.api.data.exportAll()
  const imports = Array.from({ length: 20 }, () => leo.api.data.importAll(file))
  const [first = '', ...others] = outcomes(await Promise.allSettled(imports)).reverse()
  expect(first).toBe('made')
  expect(others).toContain('TOO_MANY_REQUESTS')
  await leo.api.data.importAll(file)
})

const updates = Object.values(contract)
  .flatMap(noun => Object.values(noun))
  .filter(isContractProcedure)
  .map(call => ({ method: call['~orpc'].route.method ?? '', path: call['~orpc'].route.path ?? '' }))
  .filter(({ method }) => method === 'PATCH' || method === 'PUT')

it.each(updates)('$method $path ignores empty and invalid bodies', async ({ method, path }) => {
  const name = `${method}${path}`.replace(/\W+/g, '-').toLowerCase()
  const who = await signUp(stage, name)
  const connection = await who.connect(stage.botApi, { tags: ['oro'] })
  const draft = { name: 'x', connectionId: connection.id, templateFields: {} }
  const config = await who.api.tvConfigs.create(draft)
  const heartbeat = await who.api.heartbeats.create({ name: 'Latido', everyMinutes: 5 })
  const things: Record<string, string> = {
    connections: connection.id,
    passkeys: await insertPasskey(stage.app.db, who.email, 'Suya'),
    templates: 'simple-alert',
    'tv-configs': config.id,
    heartbeats: heartbeat.id,
    tags: 'oro',
  }
  const everything = async () => [
    await who.api.connections.list(),
    await who.api.templates.list(),
    await who.api.tvConfigs.list(),
    await who.api.heartbeats.list(),
    await who.api.watch.settings(),
    await who.api.tags.list(),
    await who.api.passkeys.list(),
    await who.api.dashboard.read(),
    await who.api.profile.read(),
  ]
  const before = await everything()
  const [, noun = ''] = path.split('/')
  for (const body of ['{}', '', 'null', '[]', '7', '{"other":1}']) {
    const answer = await fetch(`${stage.url}/api${path.replace(/\{\w+\}/, things[noun] ?? '')}`, {
      method,
      headers: { cookie: who.cookie, 'content-type': 'application/json' },
      body,
    })
    expect([200, 422]).toContain(answer.status)
    const mayLeaveOut = method === 'PATCH' && !['tags', 'passkeys'].includes(noun)
    if (mayLeaveOut && body === '{}') expect(answer.status).toBe(200)
  }
  expect(await everything()).toEqual(before)
})
