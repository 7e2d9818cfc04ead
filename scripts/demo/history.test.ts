import { describe, expect, it } from 'vitest'
import { readBody } from '#shared/body/read-body.ts'
import type { AskingTemplate } from '#shared/message/template/asked-keys.ts'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { CLOSED_CHAT, demoConnections } from './demo-connections.ts'
import { demoTemplates } from './demo-templates.ts'
import { makeHistory, type PastAlert } from './history.ts'
import { pastRow } from './past-row.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each([
  'on a Thursday afternoon in winter: 2026-11-19T16:42:07Z',
  'on a Sunday night in summer: 2027-07-04T02:10:31Z',
])('twelve weeks of alerts %s', moment => {
  const now = Date.parse(moment.split(': ')[1] ?? '')
  const history = makeHistory(demoConnections, now)
  const ofMarket = (market: string) =>
    history.filter(({ connection }) => connection.feed.market === market)
  const since = (days: number) =>
    history.filter(({ receivedAt }) => receivedAt > now - days * DAY_MS)

  it('number 8,000 to 12,000, in order, from the first day until now', () => {
    expect(history.length).toBeGreaterThan(8_000)
    expect(history.length).toBeLessThan(12_000)
    const times = history.map(({ receivedAt }) => receivedAt)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times[0]).toBeLessThan(now - 83 * DAY_MS)
    expect(times.at(-1)).toBeLessThanOrEqual(now)
    expect(times.at(-1)).toBeGreaterThan(now - DAY_MS / 8)
  })

  it('are the same for the same instant', () => {
    expect(makeHistory(demoConnections, now)).toEqual(history)
  })

  it('grow by over 30 % from the first four weeks to the last', () => {
    expect(since(28).length).toBeGreaterThan(1.3 * (history.length - since(56).length))
  })

  it('pause with their market, and are fewer on weekends for crypto', () => {
    expect(ofMarket('london').filter(isOnWeekend)).toEqual([])
    expect(ofMarket('ibex').filter(isOnWeekend)).toEqual([])
    const crypto = ofMarket('crypto')
    const onWeekends = crypto.filter(isOnWeekend).length / 2
    expect(onWeekends).toBeGreaterThan(0)
    expect(onWeekends).toBeLessThan((0.8 * (crypto.length - onWeekends * 2)) / 5)
  })

  it('arrive after a candle closes, at times over three in a message', () => {
    expect(history.every(({ receivedAt, firedAt }) => receivedAt > firedAt)).toBe(true)
    const messages = Map.groupBy(
      history.filter(({ fate }) => fate.status === 'success'),
      ({ connection, fate }) => `${connection.id} ${fate.status === 'success' && fate.messageId}`,
    )
    const sizes = [...messages.values()].map(alerts => alerts.length)
    expect(Math.max(...sizes)).toBeGreaterThan(3)
    for (const [alert, ...others] of messages.values())
      expect(alert?.fate).toMatchObject({ together: others.length + 1 })
  })

  it('are delivered in over 95 % of cases, most within a second', () => {
    const delivered = history.flatMap(({ fate }) => (fate.status === 'success' ? fate.tookMs : []))
    expect(delivered.length).toBeGreaterThan(0.95 * history.length)
    expect(delivered.filter(ms => ms < 1_000).length).toBeGreaterThan(0.6 * delivered.length)
    expect(Math.min(...delivered)).toBeGreaterThan(300)
  })

  it('fail for over five reasons, lately a closed chat and an inactive connection', () => {
    const codes = new Set(history.map(codeOf))
    expect(codes.size).toBeGreaterThan(5)
    const newest = (isOne: (alert: PastAlert) => boolean) => codeOf(history.findLast(isOne))
    expect(newest(({ connection }) => connection.telegramChatId === CLOSED_CHAT)).toBe('bot_kicked')
    expect(newest(({ connection }) => connection.offFor !== null)).toBe('inactive')
  })

  it('are JSON in over 98 % of cases', () => {
    const readings = Map.groupBy(history, ({ body }) => readBody(body)?.reading)
    expect([...readings.keys()].toSorted()).toEqual(['json', 'repaired', 'text'])
    expect(readings.get('json')?.length).toBeGreaterThan(0.98 * history.length)
  })

  it('have a value for every placeholder of their templates', () => {
    for (const connection of demoConnections) {
      const alert = history.find(
        one => one.connection === connection && one.body.endsWith('"}') && one.fate.attempts > 0,
      )
      if (!alert) throw new Error(`nothing came for ${connection.name}`)
      const row = pastRow(alert, templateOf(connection.templateId))
      expect(row).toMatchObject({ missing: '[]', connection_name: connection.name })
    }
  })
})

const isOnWeekend = ({ receivedAt }: PastAlert): boolean =>
  [0, 6].includes(new Date(receivedAt).getUTCDay())

const codeOf = (alert: PastAlert | undefined): string | null =>
  alert?.fate.status === 'failed' ? alert.fate.trouble.code : null

const templateOf = (id: string): AskingTemplate =>
  [...defaultTemplates, ...demoTemplates].find(template => template.id === id) ?? { content: '' }
