// @module-tag server
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { logError } from '#server/store/rows/error-logs.ts'
import { notify } from '#server/store/rows/notifications.ts'
import { DAY_MS, LIVE_NOTIFICATIONS } from '#shared/limits.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { startVirtualApp, type VirtualApp } from '../support/virtual-app.ts'

const HOUR = 3_600_000
const NOW = Date.now()

let stage: VirtualApp
let trader: Trader
let userId: string
let oro: string
let plata: string
let accounts = 0

beforeAll(async () => {
  stage = await startVirtualApp()
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  accounts += 1
  trader = await signUp(stage, `marta-${accounts}`)
  const { token: telegramBotToken } = stage.botApi.addBot()
  const connect = async (name: string) =>
    (await trader.connect(stage.botApi, { name, telegramBotToken, telegramChatId: '7' })).id
  oro = await connect('Oro')
  plata = await connect('Plata')
  const row = await stage.app.db
    .selectFrom('connections')
    .select('user_id')
    .where('id', '=', oro)
    .executeTakeFirstOrThrow()
  userId = row.user_id
})

let reports = 0

/** Reports undelivered alerts as every version does. @param ago hours */
async function report(ago: number, code: string, connection: string, count = 1): Promise<void> {
  reports += 1
  const same = {
    id: `r-${reports}`,
    userId,
    repeatKey: `${code}:${connection}`,
    count,
    now: NOW - ago * HOUR,
  }
  const texts = { title: () => `${count}`, message: `Por ${code}.`, link: null }
  await notify(stage.app.db, { ...same, ...texts, type: 'error' })
  const details = { code, reason: `Por ${code}.` }
  const entry = { message: `Fallo por ${code}`, source: 'telegram', isCritical: true, details }
  await logError(stage.app.db, { ...same, ...entry })
}

it('groups failures of one cause into one report for as long as they continue', async () => {
  await report(120, 'bot_kicked', oro, 5)
  await report(30, 'bot_kicked', oro, 10)
  await report(10, 'token_invalid', oro, 3)
  await report(8, 'bot_kicked', plata, 20)
  await report(2, 'bot_kicked', oro, 11)
  const { api } = trader
  const at = (ago: number) => new Date(NOW - ago * HOUR).toISOString()

  const listed = await api.notifications.list()
  expect(
    listed.map(({ title, message, timestamp, since }) => [title, message, timestamp, since]),
  ).toEqual([
    ['41 alertas de «Oro» y 1 conexión más no se entregaron', 'Por bot_kicked.', at(2), at(30)],
    ['3 alertas de «Oro» no se entregaron', 'Por token_invalid.', at(10), at(10)],
    ['5 alertas de «Oro» no se entregaron', 'Por bot_kicked.', at(120), at(120)],
  ])
  const log = await api.errorLogs.list({})
  expect(log.total).toBe(3)
  expect(log.items.map(({ count, timestamp, since }) => [count, timestamp, since])).toEqual([
    [41, at(2), at(30)],
    [3, at(10), at(10)],
    [5, at(120), at(120)],
  ])
  expect(log.items.map(({ cause }) => cause)).toEqual(listed.map(({ cause }) => cause))
  const oldest = await api.errorLogs.list({ sort: 'timestamp-asc', page: 2, pageSize: 10 })
  expect(oldest).toMatchObject({ items: [], total: 3 })

  await api.notifications.markRead({ id: listed[0]?.id ?? '' })
  expect((await api.notifications.list()).map(({ read }) => read)).toEqual([true, false, false])
  await api.notifications.clearRead()
  expect((await api.notifications.list()).map(({ title }) => title)).toEqual([
    '3 alertas de «Oro» no se entregaron',
    '5 alertas de «Oro» no se entregaron',
  ])
})

it('shows the reports of a removed connection as they were stored', async () => {
  await report(3, 'bot_kicked', plata, 4)
  await report(2, 'bot_kicked', plata, 2)
  await trader.api.connections.remove({ id: plata })
  expect(await trader.api.notifications.list()).toMatchObject([{ title: '2', cause: null }])
  expect((await trader.api.errorLogs.list({})).items).toMatchObject([{ count: 6, cause: null }])
})

it('lists other notifications one by one, the newest 50', async () => {
  for (let nth = 0; nth < LIVE_NOTIFICATIONS + 2; nth += 1)
    await notify(stage.app.db, {
      id: `n-${accounts}-${nth}`,
      userId,
      title: () => `Aviso ${nth}`,
      message: '',
      type: 'error',
      link: null,
      repeatKey: 'test:oro',
      count: 1,
      now: NOW - DAY_MS + nth * HOUR,
    })
  const listed = await trader.api.notifications.list()
  expect(listed).toHaveLength(LIVE_NOTIFICATIONS)
  expect([listed.at(0)?.title, listed.at(-1)?.title]).toEqual(['Aviso 51', 'Aviso 2'])
})
