import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { readSetting } from '#server/store/rows/settings.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { healthRoutes } from './health.ts'

it('is ready while the database accepts writes, and says why it is not', async () => {
  await using store = await openTestStore()
  const { db } = store
  const lines: string[] = []
  const log = createLog({ level: 'error', destination: { write: line => lines.push(line) } })
  const routes = healthRoutes({ db, isStopping: () => false, log })
  const ask = async () => {
    const answer = await routes.request('/readyz')
    return `${answer.status} ${await answer.text()}`
  }
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  try {
    expect(await ask()).toBe('200 ok')
    const first = await readSetting(db, 'written-at')
    expect(first).toBeDefined()

    await sql`pragma query_only = on`.execute(db)
    vi.advanceTimersByTime(4_000)
    expect(await ask()).toBe('200 ok')
    vi.advanceTimersByTime(2_000)
    for (let n = 0; n < 5; n += 1) {
      expect(await ask()).toBe('503 No se puede escribir en la base de datos.')
      // After this the write is tried again, and fails with another error of the same text.
      vi.advanceTimersByTime(6_000)
    }
    expect(lines).toHaveLength(1)

    await sql`pragma query_only = off`.execute(db)
    vi.advanceTimersByTime(6_000)
    for (let n = 0; n < 5; n += 1) expect(await ask()).toBe('200 ok')
    expect(await readSetting(db, 'written-at')).not.toBe(first)

    await sql`pragma query_only = on`.execute(db)
    vi.advanceTimersByTime(6_000)
    expect(await ask()).toMatch(/^503/)
    expect(lines).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})
