import { describe, expect, it } from 'vitest'
import type { KnownSeries } from '#server/store/watch/learning.ts'
import { stripUntil } from './firing-strip.ts'
import type { Fired } from './group-page.ts'
import { judgeSeries } from './judge-series.ts'
import type { Setting } from './series.ts'
import { study } from './study.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A Wednesday. */
const NOW = Date.parse('2026-11-25T12:00:00Z')

const account = {
  user_id: 'ana',
  time_zone: null,
  alarms: 1,
  connection_id: 'avisos',
  broken_since: null,
}
const setting: Setting = { accounts: [account], absences: [], now: NOW, timeZone: 'UTC' }

const fired = (name: string, ...firings: number[]): Fired => ({
  user_id: 'ana',
  connection_id: 'oro',
  connection_name: 'Oro H1',
  name,
  folded: name.replaceAll(/\d+/g, '#'),
  firings,
})

const every = (ms: number, count: number, until: number) =>
  Array.from({ length: count }, (_, nth) => until - (count - 1 - nth) * ms)

function learned(page: Fired[], known: KnownSeries[] = [], isBehind = false) {
  const { made, changed, ...rest } = study(page, known, isBehind, setting)
  return { ...rest, made: JSON.parse(made), changed: JSON.parse(changed) } as {
    made: KnownSeries[]
    changed: KnownSeries[]
    removed: string[]
    raised: ReturnType<typeof study>['raised']
  }
}

const madeOf = (...page: Fired[]): KnownSeries[] => learned(page).made
const toldOf = ({ raised }: Pick<ReturnType<typeof learned>, 'raised'>) =>
  raised.map(({ alarm, reason }) => [alarm.kind, alarm.title, reason])

it('ignores firings that it already learned', () => {
  const page = [fired('Ruptura', ...every(HOUR_MS, 720, NOW - HOUR_MS))]
  const [row] = madeOf(...page)
  expect(row).toMatchObject({ state: 'alive', firings: 720, last_fired_at: NOW - HOUR_MS })
  expect(learned(page, row ? [row] : [])).toMatchObject({ changed: [], made: [], raised: [] })
})

it('raises an alarm for a burst just now, but not for a burst a day ago', () => {
  const burst = (until: number) => every(10_000, 12, until)
  expect(toldOf(learned([fired('Ráfaga', ...burst(NOW))]))).toEqual([
    ['limit', '«Ráfaga» se acerca al límite', null],
  ])
  expect(learned([fired('Ráfaga', ...burst(NOW - DAY_MS), NOW)]).raised).toEqual([])
})

it('learns firings of now after firings that a clock dated ahead', () => {
  const ahead = { ...setting, now: NOW + DAY_MS }
  const page = [fired('Ruptura', ...every(HOUR_MS, 720, NOW - HOUR_MS), NOW + DAY_MS)]
  const rows: KnownSeries[] = JSON.parse(study(page, [], false, ahead).made)
  const { changed } = learned([fired('Ruptura', NOW)], rows)
  expect(changed).toMatchObject([{ last_fired_at: NOW, state: 'alive' }])
  expect(JSON.parse(changed[0]?.recent ?? '').slice(-2)).toEqual([NOW - HOUR_MS, NOW])
  const later = { ...setting, now: NOW + 3 * HOUR_MS }
  expect(judgeSeries(rows, later).raised).toHaveLength(1)
})

describe('a fall', () => {
  const known = () => madeOf(fired('Ruptura', ...every(HOUR_MS, 720, NOW - 3 * HOUR_MS)))
  const judged = (rows: KnownSeries[], given: Partial<Setting> = {}) =>
    judgeSeries(rows, { ...setting, ...given })

  it('is raised once, and its return once', () => {
    const rows = known()
    expect(rows).toMatchObject([{ state: 'late', judge_at: NOW, fall_id: null }])
    const { raised, changed } = judged(rows)
    expect(toldOf({ raised })).toEqual([['fall', '«Ruptura» calla', null]])
    const fallen: KnownSeries[] = JSON.parse(changed)
    expect(judged(fallen).raised).toEqual([])
    const back = learned([fired('Ruptura', NOW)], fallen)
    expect(toldOf(back)).toEqual([['return', '«Ruptura» vuelve', null]])
    expect(back.changed).toMatchObject([{ fall_id: null, state: 'alive' }])
  })

  it('is kept unsent when silenced or switched off, and so is its return', () => {
    const silenced = known().map(row => ({ ...row, silenced_until: NOW + DAY_MS }))
    expect(judged(silenced).raised[0]?.reason).toBe('La alerta está silenciada.')
    const off = judged(known(), { accounts: [{ ...account, alarms: 0 }] })
    expect(off.raised[0]?.reason).toBe('Los avisos de Vigía están apagados.')
    const fallen = (JSON.parse(off.changed) as KnownSeries[]).map(row => ({
      ...row,
      fall_status: 'kept',
    }))
    expect(learned([fired('Ruptura', NOW)], fallen).raised[0]?.reason).toBe(
      'Su caída tampoco se envió.',
    )
  })

  it('waits while heartbeats fail, the connection is off, or alerts are unlearned', () => {
    const broken = judged(known(), { accounts: [{ ...account, broken_since: NOW - HOUR_MS }] })
    expect(broken.raised).toEqual([])
    expect(judged(known().map(row => ({ ...row, is_active: 0 }))).raised).toEqual([])
    const page = [fired('Ruptura', ...every(HOUR_MS, 720, NOW - 3 * HOUR_MS))]
    expect(learned(page, [], true).made).toMatchObject([{ state: 'unknown', judge_at: NOW }])
  })

  it('is not raised for silence during an absence', () => {
    const absences = [{ whose: '', from_at: NOW - 3 * HOUR_MS, to_at: NOW }]
    expect(judged(known(), { absences }).raised).toEqual([])
  })
})

describe('names that differ only in numbers', () => {
  const known = () => {
    const [long] = madeOf(fired('EMA 20', ...every(HOUR_MS, 720, NOW - 3 * HOUR_MS)))
    const others = [1, 2, 3, 4, 5, 6, 7].flatMap(nth => madeOf(fired(`EMA ${nth}`, NOW - DAY_MS)))
    return long ? [...others, long] : []
  }
  const ninth = fired('EMA 200', NOW - MINUTE_MS)

  it('are separate series up to the eighth', () => {
    const { made, removed } = learned([ninth], known().slice(1))
    expect(made.map(({ name }) => name)).toEqual(['EMA 200'])
    expect(removed).toEqual([])
  })

  it('become one series from the ninth on, with the history of each', () => {
    const rows = known()
    const { made, changed, removed, raised } = learned([ninth], rows)
    expect(removed.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect(changed).toEqual([])
    expect(made).toHaveLength(1)
    const [row] = made
    expect(row).toMatchObject({
      id: rows.at(-1)?.id,
      name: 'EMA #',
      firings: 728,
      first_fired_at: rows.at(-1)?.first_fired_at,
      state: 'alive',
    })
    const days = stripUntil(row?.strip ?? '', '2026-11-25').counts
    expect(days.slice(-3)).toEqual([24, 31, 11])
    expect(raised).toEqual([])
    const after = learned([fired('EMA 9', NOW)], made)
    expect(after).toMatchObject({ changed: [{ name: 'EMA #', firings: 729 }], removed: [] })
  })

  it('pass on their silence, limit level and fall when merged', () => {
    const rows = known()
    const [one, other] = rows
    if (one) Object.assign(one, { silenced_until: NOW + DAY_MS, limit_level: 2, limit_at: NOW - 9 })
    if (other) Object.assign(other, { fall_id: 'a fall', fall_status: 'sent' })
    const { made, raised } = learned([ninth], rows)
    expect(made).toMatchObject([
      { silenced_until: NOW + DAY_MS, limit_level: 2, limit_at: NOW - 9, fall_id: null },
    ])
    expect(toldOf({ raised })).toEqual([['return', '«EMA #» vuelve', 'La alerta está silenciada.']])
  })

  it('merge without counting a firing older than the latest', () => {
    const { made } = learned([fired('EMA 200', NOW - DAY_MS)], known())
    expect(made).toMatchObject([{ name: 'EMA #', firings: 727 }])
  })
})
