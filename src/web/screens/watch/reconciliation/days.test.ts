import { expect, it } from 'vitest'
import { daysOf, piecesOf } from './days.ts'
import type { ReportRow } from './report.ts'

const midnight = new Date(2026, 10, 19).getTime()
const MINUTE_MS = 60_000

const row = (minute: number, verdict: ReportRow['verdict']): ReportRow => {
  const at = midnight + minute * MINUTE_MS
  return {
    key: `${minute}`,
    verdict,
    at,
    firedAt: verdict === 'unlisted' ? null : at,
    arrivedAt: verdict === 'lost' || verdict === 'unknown' ? null : at,
    name: 'Cruce',
    symbol: 'BTCUSDT',
    connectionId: 'oro',
    connectionName: 'Oro',
    alertId: null,
    isResent: false,
    reason: '',
    statusText: '',
    description: '',
  }
}

it('joins losses into a gap until an arrival, or an hour without a loss', () => {
  const minutes = [540, 541, 543, 560, 700, 701]
  const rows = [...minutes.map(minute => row(minute, 'lost')), row(550, 'delivered')]
  const [day] = daysOf(rows)

  expect(day).toMatchObject({ day: '2026-11-19', fired: 7, arrived: 1, missing: 6 })
  expect(day?.gaps.map(({ from, to, count }) => [minuteOf(from), minuteOf(to), count])).toEqual([
    [540, 543, 3],
    [560, 560, 1],
    [700, 701, 2],
  ])
})

it('sorts days by losses, then newest first', () => {
  const day = 24 * 60
  const rows = [
    row(1, 'delivered'),
    row(day, 'lost'),
    row(2 * day, 'unlisted'),
    row(day + 9, 'lost'),
  ]

  expect(daysOf(rows).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-19'])
})

it('counts fired, arrived and lost alerts in each piece of a day', () => {
  const rows = [row(0, 'delivered'), row(61, 'lost'), row(62, 'unlisted'), row(1_439, 'unknown')]
  const [day] = daysOf(rows)
  if (!day) throw new Error('there is no day')
  const pieces = piecesOf(day, rows, 24)

  expect(pieces[0]).toEqual({ place: 0, fired: 1, arrived: 1, lost: 0 })
  expect(pieces[1]).toEqual({ place: 1, fired: 1, arrived: 1, lost: 1 })
  expect(pieces[23]).toEqual({ place: 23, fired: 1, arrived: 0, lost: 0 })
})

const minuteOf = (at: number) => (at - midnight) / MINUTE_MS
