import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SAME_FIRING_MS } from '../limits.ts'
import { judgeRows } from './judge.ts'
import { matchRows } from './match.ts'
import {
  type ComparedAlert,
  type LogRow,
  packComparison,
  packRows,
  ROW_BYTES,
  unpackComparison,
  unpackRows,
} from './pack.ts'
import { claims, doubts, verdicts } from './verdicts.ts'

/** Few keys and instants, so that rows and arrivals often match. */
const key = fc.integer({ min: 0, max: 4 })
const instant = fc.integer({ min: 0, max: 400 }).map(second => 1_700_000_000_000 + second * 1_000)
const rows = fc.array(
  fc.record<LogRow>({
    at: fc.option(instant, { freq: 10 }),
    exact: key,
    repaired: key,
    named: key,
    series: key,
    name: key,
    claim: fc.constantFrom(...claims),
  }),
  { maxLength: 25 },
)
type Came = {
  at: number
  exact: number
  repaired: number
  named: number
  status: ComparedAlert['status']
}
const came = fc.array(
  fc.record<Came>({
    at: instant,
    exact: key,
    repaired: key,
    named: key,
    status: fc.constantFrom('pending', 'success', 'failed'),
  }),
  { maxLength: 25 },
)

const match = (log: readonly LogRow[], alerts: readonly Came[]) =>
  matchRows(log, alerts, async places =>
    places.map(place => ({
      repaired: alerts[place]?.repaired ?? 0,
      named: alerts[place]?.named ?? 0,
    })),
  )

async function judge(log: readonly LogRow[], alerts: readonly Came[]) {
  const found = await match(log, alerts)
  const alertOf = Array.from(found, place => alerts[place] ?? null)
  const known = {
    asOf: 1_700_000_300_000,
    keptSince: 1_700_000_050_000,
    deleted: [{ at: 1_700_000_100_000, exact: 1, repaired: 2, named: 3 }],
    names: new Set([1, 2]),
  }
  return judgeRows(log, alertOf, known)
}

describe('comparing any log with any history', () => {
  it('gives each row one verdict, and unknown rows a reason', async () => {
    await fc.assert(
      fc.asyncProperty(rows, came, async (log, alerts) => {
        const judged = await judge(log, alerts)
        expect(judged).toHaveLength(log.length)
        for (const { verdict, doubt } of judged) {
          expect(verdicts).toContain(verdict)
          expect(doubt !== null).toBe(verdict === 'unknown')
        }
      }),
    )
  })

  it('matches an alert to one row at most, by an equal key, within a minute', async () => {
    await fc.assert(
      fc.asyncProperty(rows, came, async (log, alerts) => {
        const found = [...(await match(log, alerts))]
        const taken = found.filter(place => place >= 0)
        expect(new Set(taken).size).toBe(taken.length)
        found.forEach((place, at) => {
          const row = log[at]
          const alert = alerts[place]
          if (!row || !alert) return
          expect(Math.abs((row.at ?? 0) - alert.at)).toBeLessThanOrEqual(SAME_FIRING_MS)
          const same = (['exact', 'repaired', 'named'] as const).filter(
            kind => row[kind] !== 0 && row[kind] === alert[kind],
          )
          expect(same).not.toEqual([])
        })
      }),
    )
  })

  it('leaves no row unmatched that has an equal free alert within a minute', async () => {
    await fc.assert(
      fc.asyncProperty(rows, came, async (log, alerts) => {
        const found = [...(await match(log, alerts))]
        const left = alerts.filter((_, place) => !found.includes(place))
        log.forEach((row, at) => {
          if (found[at] !== -1 || row.at === null) return
          const { at: fired } = row
          const missed = left.some(
            alert =>
              Math.abs(alert.at - fired) <= SAME_FIRING_MS &&
              ((row.exact !== 0 && alert.exact === row.exact) ||
                (row.repaired !== 0 && alert.repaired === row.repaired) ||
                (row.named !== 0 && alert.named === row.named)),
          )
          expect(missed).toBe(false)
        })
      }),
    )
  })

  it('does not depend on the order of rows', async () => {
    const shuffled = rows.chain(log =>
      fc.tuple(fc.constant(log), fc.shuffledSubarray(log, { minLength: log.length })),
    )
    const told = async (log: readonly LogRow[], alerts: readonly Came[]) => {
      const judged = await judge(log, alerts)
      return log.map((row, at) => JSON.stringify([row, judged[at]])).sort()
    }
    await fc.assert(
      fc.asyncProperty(shuffled, came, async ([log, again], alerts) => {
        expect(await told(again, alerts)).toEqual(await told(log, alerts))
      }),
      { numRuns: 500 },
    )
  })
})

it('packs and unpacks rows and comparisons without loss', async () => {
  const number = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  const anyRow = fc.record<LogRow>({
    at: fc.option(fc.integer({ min: 1, max: 2 ** 48 - 1 })),
    exact: number,
    repaired: number,
    named: number,
    series: number,
    name: number,
    claim: fc.constantFrom(...claims),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow), async log => {
      const packed = packRows(log)
      expect(packed.size).toBe(log.length * ROW_BYTES)
      expect(unpackRows(await packed.arrayBuffer())).toEqual(log)
    }),
  )
  const alert: ComparedAlert = {
    id: 'x',
    receivedAt: 5,
    connectionId: 'c',
    status: 'failed',
    name: 'Cruce',
    reason: 'El bot fue expulsado.',
  }
  const comparison = {
    asOf: 9,
    keptSince: 0,
    rows: [
      { verdict: 'undelivered' as const, doubt: null, alert, alsoEqual: 2 },
      { verdict: 'unknown' as const, doubt: doubts[0], alert: null, alsoEqual: 0 },
    ],
    unlisted: [{ ...alert, id: 'y' }],
    unlistedTotal: 1,
    connections: [{ id: 'c', name: 'Oro' }],
  }
  const report = new Blob([packComparison(comparison)]).stream()
  const compressed = new Response(report.pipeThrough(new CompressionStream('gzip')))
  expect(await unpackComparison(await compressed.blob())).toEqual(comparison)
})
