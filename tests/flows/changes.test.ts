import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changesOf } from '#shared/contract/call-meta.ts'
import { contract } from '#shared/contract/contract.ts'
import { lazily } from '#shared/lazily.ts'
import type { Collection } from '#shared/model/live-event.ts'
import { insertPasskey } from '../support/insert-passkey.ts'
import { insertSeries } from '../support/insert-series.ts'
import { giveSecondFactor, turnOnSecondFactor } from '../support/second-factor.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, startSession, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp

beforeAll(async () => {
  stage = await startTestApp()
})
afterAll(() => stage[Symbol.asyncDispose]())

type Api = Trader['api']
type Account = Awaited<ReturnType<typeof fullAccount>>

/** Every call that declares changes, read from the contract so that new calls are covered. */
const calls = Object.entries(contract).flatMap(([noun, verbs]) =>
  Object.entries(verbs)
    .filter(([, call]) => isContractProcedure(call))
    .map(([verb]) => ({ name: `${noun}.${verb}`, changes: changesOf([noun, verb]) }))
    .filter(({ changes }) => changes.length > 0),
)

/** Makes each call so that it succeeds and changes all that it can. */
const made: Record<string, (api: Api, account: Account) => Promise<unknown>> = {
  'addresses.create': (api, { connection: { id } }) => api.addresses.create({ id }),
  'addresses.remove': (api, { connection: { id }, address }) =>
    api.addresses.remove({ id, address }),
  'alerts.resend': (api, { alert }) => api.alerts.resend({ id: alert.id }),
  'alerts.resendMany': (api, { alert }) => api.alerts.resendMany({ ids: [alert.id] }),
  'alerts.deleteMany': (api, { alert }) => api.alerts.deleteMany({ ids: [alert.id] }),
  'alerts.purge': api => api.alerts.purge({ olderThanDays: 1 }),
  'connections.create': (_api, { connect }) => connect(stage.botApi),
  'connections.update': (api, { connection: { id } }) =>
    api.connections.update({ id, name: 'Plata', templateId: 'default-signal' }),
  'connections.remove': (api, { connection: { id } }) => api.connections.remove({ id }),
  'connections.test': (api, { unreachable: { id } }) => api.connections.test({ id }),
  'dashboard.replace': api => api.dashboard.replace({ widgets: [] }),
  'dashboard.reset': api => api.dashboard.reset(),
  'heartbeats.create': api => api.heartbeats.create({ name: 'Otro', everyMinutes: 5 }),
  'heartbeats.update': (api, { heartbeat: { id } }) =>
    api.heartbeats.update({ id, name: 'Otro', everyMinutes: 15 }),
  'heartbeats.silence': (api, { heartbeat: { id } }) =>
    api.heartbeats.silence({ id, period: 'always' }),
  'heartbeats.remove': (api, { heartbeat: { id } }) => api.heartbeats.remove({ id }),
  'data.importAll': async api => api.data.importAll(await api.data.exportAll()),
  'data.reset': api => api.data.reset(),
  'errorLogs.purge': api => api.errorLogs.purge({ olderThanDays: 1 }),
  'errorLogs.clear': api => api.errorLogs.clear(),
  'failures.resend': async api => {
    const { groups, asOf } = await api.failures.list({})
    await api.failures.resend({ cause: groups[0]?.id ?? '', before: asOf })
  },
  'notifications.markRead': async api => {
    const [newest] = await api.notifications.list()
    await api.notifications.markRead({ id: newest?.id ?? '' })
  },
  'notifications.markAllRead': api => api.notifications.markAllRead(),
  'notifications.clearRead': api => api.notifications.clearRead(),
  'passkeys.rename': (api, { passkey: id }) => api.passkeys.rename({ id, name: 'Otra' }),
  'passkeys.remove': (api, { passkey: id }) => api.passkeys.remove({ id }),
  'profile.update': api => api.profile.update({ notificationsEnabled: false }),
  'queue.pause': api => api.queue.pause({}),
  'queue.resume': async api => {
    await api.queue.pause({})
    await api.queue.resume({})
  },
  'queue.drop': api => api.queue.drop({ before: new Date().toISOString() }),
  'sessions.endOthers': api => api.sessions.endOthers(),
  'secondFactor.turnOn': api => turnOnSecondFactor(api),
  'secondFactor.makeRecoveryCodes': async (api, { email }) => {
    await giveSecondFactor({ ...stage, db: stage.app.db }, email)
    await api.secondFactor.makeRecoveryCodes()
  },
  'secondFactor.turnOff': async (api, { email }) => {
    await giveSecondFactor({ ...stage, db: stage.app.db }, email)
    await api.secondFactor.turnOff()
  },
  'sessions.end': async api => {
    const other = (await api.sessions.list()).find(({ isCurrent }) => !isCurrent)
    await api.sessions.end({ id: other?.id ?? '' })
  },
  'tags.rename': api => api.tags.rename({ tag: 'oro', name: 'plata' }),
  'tags.remove': api => api.tags.remove({ tag: 'oro' }),
  'templates.create': api => api.templates.create({ name: 'Nueva', content: 'x' }),
  'templates.update': (api, { template: { id } }) =>
    api.templates.update({ id, name: 'Otra', content: 'y' }),
  'templates.remove': (api, { template: { id } }) => api.templates.remove({ id }),
  'tokens.create': api => api.tokens.create({ name: 'Nuevo', scope: 'read', expiresAt: null }),
  'tokens.remove': (api, { token: { id } }) => api.tokens.remove({ id }),
  'tvConfigs.create': (api, { connection }) =>
    api.tvConfigs.create({ name: 'Nueva', connectionId: connection.id, templateFields: {} }),
  'tvConfigs.update': (api, { config: { id, connectionId } }) =>
    api.tvConfigs.update({ id, name: 'Otra', connectionId, templateFields: {} }),
  'tvConfigs.remove': (api, { config: { id } }) => api.tvConfigs.remove({ id }),
  'tvConfigs.renew': (api, { config: { id } }) => api.tvConfigs.renew({ id, days: 30 }),
  'watch.silence': (api, { series: { id } }) => api.watch.silence({ id, period: 'always' }),
  'watch.wasNormal': (api, { series: { id, fallId } }) =>
    api.watch.wasNormal({ id, alarmId: fallId }),
  'watch.remove': (api, { series: { id } }) => api.watch.remove({ id }),
  'watch.updateSettings': api => api.watch.updateSettings({ summaryTime: '08:00' }),
  'watch.test': (api, { connection: { id } }) => testAlarm(api, id),
}

const reads: Record<Collection, (api: Api) => Promise<unknown>> = {
  connections: api => api.connections.list(),
  templates: api => api.templates.list(),
  tvConfigs: api => api.tvConfigs.list(),
  alerts: api => api.alerts.recent({}),
  // Waiting alerts change by themselves: compare pauses only.
  queue: async api => {
    const { pausedAllSince, items } = await api.queue.list({})
    return [pausedAllSince, items.map(({ id, paused }) => ({ id, paused }))]
  },
  dashboard: api => api.dashboard.read(),
  notifications: api => api.notifications.list(),
  errorLogs: async api => (await api.errorLogs.list({})).items,
  profile: api => api.profile.read(),
  sessions: async api => [await api.sessions.list(), await api.secondFactor.read()],
  passkeys: api => api.passkeys.list(),
  tokens: api => api.tokens.list(),
  watch: async api => {
    const { items, falls } = await api.watch.list()
    return [items, falls, await api.heartbeats.list(), await api.watch.settings()]
  },
}

const collections = Object.keys(reads) as Collection[]

it.each(calls)('$name reports its declared changes, makes no others', async ({ name, changes }) => {
  const account = await (LEAVES_ALL.test(name) ? shared() : fullAccount(name))
  const { api, told } = account
  const others = collections.filter(each => !changes.includes(each))
  const before = await readAll(api, others)
  told.clear()
  const make = made[name]
  if (!make) throw new Error('This call is not made here')
  await make(api, account)
  await expect.poll(() => [...told]).toEqual(expect.arrayContaining([...changes]))
  expect(await readAll(api, others)).toEqual(before)
})

/** Calls that leave intact all that the others need; they share one account. */
const LEAVES_ALL =
  /\.(create|rename|renew|replace|silence)$|^(heartbeats|templates|tvConfigs)\.update$/

const shared = lazily(() => fullAccount('shared'))

/** An account with one of everything; its alert failed, as its chat was added only afterwards. */
async function fullAccount(call: string) {
  const trader = await signUp(stage, call.replace('.', '-').toLowerCase())
  const { api, email } = trader
  await startSession({ ...stage, db: stage.app.db }, email)
  const passkey = await insertPasskey(stage.app.db, email, 'Suya')
  const told = await listen(api)
  const template = await api.templates.create({ name: 'Suya', content: 'x' })
  chats += 1
  const connection = await trader.connect(stage.botApi, {
    templateId: template.id,
    telegramChatId: String(chats),
    tags: ['oro'],
  })
  const { id: address } = await api.addresses.create({ id: connection.id })
  const unreachable = await trader.connect(stage.botApi, { telegramChatId: '7' })
  const config = await api.tvConfigs.create({
    name: 'Suya',
    connectionId: connection.id,
    templateFields: {},
    expiresOn: '2030-01-31',
  })
  const heartbeat = await api.heartbeats.create({ name: 'Suyo', everyMinutes: 5 })
  const series = await insertSeries(stage.app.db, connection.id)
  const token = await api.tokens.create({ name: 'Suyo', scope: 'all', expiresAt: null })
  await postAlert(connection.webhookUrl, {})
  // The error log is the last collection reported for a failure.
  await expect.poll(() => [...told]).toContain('errorLogs')
  stage.botApi.addChat({ id: chats, type: 'private' })
  const [alert] = await api.alerts.recent({})
  if (!alert) throw new Error('the alert is not there')
  return {
    ...trader,
    told,
    template,
    connection,
    address,
    passkey,
    unreachable,
    config,
    heartbeat,
    series,
    token,
    alert,
  }
}

/** Sends a test alarm through this connection. */
async function testAlarm(api: Api, connectionId: string): Promise<void> {
  await api.watch.updateSettings({ connectionId })
  await api.watch.test()
}

let chats = 700_000

/** Collections that the account's stream has reported as changed. */
async function listen(api: Api): Promise<Set<Collection>> {
  const told = new Set<Collection>()
  const stream = await api.events.stream()
  void (async () => {
    for await (const event of stream)
      if (event.kind === 'changed') for (const collection of event.collections) told.add(collection)
  })()
  return told
}

async function readAll(api: Api, collections: readonly Collection[]): Promise<unknown> {
  return Object.fromEntries(
    await Promise.all(collections.map(async each => [each, await reads[each](api)])),
  )
}
