import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#shared/limits.ts'
import type { ErrorLogQuery } from '#shared/model/error-log.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp
let trader: Trader

/** Three things go wrong for each of two connections, one of them twice. */
beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
  for (const name of ['Oro Ñandú', 'BTC 100%']) {
    const { webhookUrl } = await trader.connect(stage.botApi, { name })
    await postAlert(webhookUrl, '')
    await postAlert(webhookUrl, '')
    await postAlert(webhookUrl, 'y'.repeat(65_537))
    await postAlert(webhookUrl, '{"symbol":"ETHUSDT","rsi":NaN}')
  }
})
afterAll(() => stage[Symbol.asyncDispose]())

const list = (query: Partial<ErrorLogQuery> = {}) => trader.api.errorLogs.list(query)
const found = async (query: Partial<ErrorLogQuery>) =>
  (await list(query)).items.map(({ message }) => message.replace(/^(.{12}).*«(.+)».*$/, '$1… $2'))

describe('the error log', () => {
  it('lists message, source, severity and count of an entry', async () => {
    const { items, page, pageSize } = await list({ search: 'vacío para «Oro' })
    expect({ page, pageSize }).toEqual({ page: 1, pageSize: 10 })
    expect(items).toEqual([
      {
        id: expect.any(String),
        source: 'webhook',
        message:
          'Llegó un mensaje vacío para «Oro Ñandú». Escribe el mensaje de la alerta en TradingView.',
        timestamp: expect.any(String),
        isCritical: false,
        details: { connectionId: expect.stringMatching(/^.{8}…$/), body: '' },
        count: 2,
        since: expect.any(String),
        cause: null,
      },
    ])
  })

  it('names the alert that a repair was about', async () => {
    const [entry] = (await list({ search: 'reparó' })).items
    const id = entry?.details?.alertId
    expect(await trader.api.alerts.read({ id: String(id) })).toMatchObject({ reading: 'repaired' })
  })

  it('comes newest first, or oldest first', async () => {
    const newest = await found({})
    expect(newest[0]).toBe('El mensaje d… BTC 100%')
    expect(await found({ sort: 'timestamp-asc' })).toEqual(newest.toReversed())
  })

  it('is searched by message and source, ignoring case and accents', async () => {
    expect(await found({ search: 'ÑANDU' })).toHaveLength(3)
    expect(await found({ search: '100%' })).toHaveLength(3)
    expect(await found({ search: 'WEBHOOK' })).toHaveLength(6)
    expect(await found({ search: 'yyyy' })).toEqual([])
  })

  it('is filtered by severity', async () => {
    expect(await found({ critical: true })).toEqual([
      'Llegó un men… BTC 100%',
      'Llegó un men… Oro Ñandú',
    ])
    expect(await found({ critical: false })).toHaveLength(4)
    expect(await found({ critical: true, search: 'oro' })).toEqual(['Llegó un men… Oro Ñandú'])
  })

  it('comes in pages', async () => {
    await repeatOld(25, 1)
    const pages = [1, 2, 3].map(page => list({ page, pageSize: 25 }))
    const [first, second, third] = await Promise.all(pages)
    expect(first).toMatchObject({ total: 31, page: 1, pageSize: 25 })
    expect(first?.items).toHaveLength(25)
    expect(second?.items).toHaveLength(6)
    expect(third?.items).toEqual([])
    const ids = [...(first?.items ?? []), ...(second?.items ?? [])].map(({ id }) => id)
    expect(new Set(ids).size).toBe(31)
  })

  it('is purged of entries older than 30 days only', async () => {
    await repeatOld(501, 30.1)
    await repeatOld(1, 29.9)
    expect(await trader.api.errorLogs.purge({ olderThanDays: 30 })).toEqual({ deleted: 501 })
    expect((await list()).total).toBe(32)
    expect(await trader.api.errorLogs.purge({ olderThanDays: 30 })).toEqual({ deleted: 0 })
  })

  it('is cleared for its account only', async () => {
    const other = await signUp(stage, 'luis')
    await postAlert((await other.connect(stage.botApi)).webhookUrl, '')
    expect(await trader.api.errorLogs.clear()).toEqual({ deleted: 32 })
    expect((await list()).total).toBe(0)
    expect((await other.api.errorLogs.list({})).total).toBe(1)
  })
})

/** Inserts copies of the newest entry, each `daysAgo` days old. */
async function repeatOld(times: number, daysAgo: number): Promise<void> {
  const { db } = stage.app
  const [like] = (await list({ pageSize: 10 })).items
  const row = await db
    .selectFrom('error_logs')
    .selectAll()
    .where('id', '=', like?.id ?? '')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: times }, (_, index) => ({
    ...row,
    id: `${daysAgo}-${index}`,
    timestamp: Date.now() - daysAgo * DAY_MS - index,
    repeat_key: '',
  }))
  for (let from = 0; from < rows.length; from += 100)
    await db
      .insertInto('error_logs')
      .values(rows.slice(from, from + 100))
      .execute()
}
