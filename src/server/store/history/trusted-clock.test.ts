import { describe, expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertProfile, updateProfile } from '#server/store/rows/profiles.ts'
import { writeSetting } from '#server/store/rows/settings.ts'
import { DAY_MS } from '#shared/limits.ts'
import { alertRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { HistoryRetention } from './retention.ts'
import { nextClockState, saveClock, trustedNow } from './trusted-clock.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * DAY_MS
const START = Date.UTC(2026, 0, 1)

/** Clock state after hourly readings over `days` days. */
function runFor(days: number, noted = { seen: START, passed: START }, clock = noted.seen) {
  let last = noted
  for (let hour = 0; hour <= days * 24; hour += 1)
    last = nextClockState(last, clock + hour * HOUR_MS)
  return last
}

describe('the trusted clock', () => {
  it('follows the clock through nights with the machine off', () => {
    expect(runFor(90).passed).toBe(START + 90 * DAY_MS)
    expect(runFor(1, runFor(1), START + 1.9 * DAY_MS).passed).toBe(START + 2.9 * DAY_MS)
  })

  it('ignores a jump of the clock ahead, also when read again', () => {
    const jumped = runFor(0, runFor(10), START + YEAR_MS)
    expect(jumped.passed).toBe(START + 10 * DAY_MS)
    expect(runFor(0, jumped, START + YEAR_MS).passed).toBe(START + 10 * DAY_MS)
  })

  it('goes on at the usual pace once the clock is set right', () => {
    const wrong = runFor(2, runFor(10), START + YEAR_MS)
    expect(wrong.passed).toBeLessThanOrEqual(START + 14 * DAY_MS)
    expect(runFor(5, wrong, START + 12 * DAY_MS).passed).toBe(START + 17 * DAY_MS)
  })

  it('never goes back with the clock and counts no time twice', () => {
    const back = runFor(1, runFor(10), START - YEAR_MS)
    expect(back.passed).toBe(START + 10 * DAY_MS)
    expect(runFor(0, back, START + 10.5 * DAY_MS).passed).toBe(START + 10.5 * DAY_MS)
  })

  it('catches up in two months after the machine was off for two months', () => {
    const off = runFor(0, runFor(1), START + 61 * DAY_MS)
    expect(off.passed).toBe(START + DAY_MS)
    expect(runFor(30, off).passed).toBe(START + 61 * DAY_MS)
    expect(runFor(61, off).passed).toBe(START + 122 * DAY_MS)
  })
})

describe('the trusted clock of a store', () => {
  it('begins with the newest alert when no clock is stored yet', async () => {
    await using store = await openTestStore()
    expect(await saveClock(store.db)).toBe(0)
    await store.db.deleteFrom('settings').execute()
    await receive(store, 100)
    expect(await saveClock(store.db)).toBeGreaterThan(99 * DAY_MS)
    expect(await trustedNow(store.db)).toBeLessThan(Date.now() - 99 * DAY_MS)
  })

  it('deletes only alerts that expired before a jump, and logs the jump', async () => {
    await using store = await openTestStore()
    const left = async () => (await store.db.selectFrom('alerts').select('id').execute()).length
    await receive(store, 100, 110, 140)
    const then = Date.now() - 100 * DAY_MS
    await writeSetting(store.db, 'clock', JSON.stringify({ seen: then, passed: then }))
    const lines: unknown[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    const log = createLog({ level: 'info', destination: { write } })
    {
      await using keeper = new HistoryRetention({ db: store.db, log, onDeleted: () => {} })
      keeper.start()
      await expect.poll(left).toBe(2)
    }
    expect(lines).toMatchObject([{ level: 'warn', days: 100 }])
    expect(await left()).toBe(2)
  })
})

type Store = Awaited<ReturnType<typeof openTestStore>>

/** Alerts of these ages in days, of an account that keeps them for 30. */
async function receive({ db }: Store, ...ages: number[]): Promise<void> {
  const ana = { db, userId: 'ana' }
  await insertProfile(ana)
  await updateProfile(ana, { history_days: 30 })
  const alerts = ages.map(age =>
    alertRow({ user_id: 'ana', connection_id: 'btc', received_at: Date.now() - age * DAY_MS }),
  )
  await transaction(db, trx => insertAlerts(trx, alerts))
}
