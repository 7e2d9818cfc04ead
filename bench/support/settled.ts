import { setTimeout as pause } from 'node:timers/promises'
import { openStore, type StorePlace } from '#server/store/open-store.ts'

const LOOK_EVERY_MS = 50
const LONGEST_WAIT_MS = 120_000
/** Tables of alerts still to be sent, counted and indexed. */
const WAITING = ['deliveries', 'count_changes', 'search_changes'] as const

/**
 * Waits until all alerts are settled, rolled up and indexed, according to the database.
 * @param within milliseconds
 * @throws Error if they are not by then
 */
export async function settled(place: StorePlace, within = LONGEST_WAIT_MS): Promise<void> {
  await using store = await openStore(place)
  const end = performance.now() + within
  for (const table of WAITING)
    while ((await store.db.selectFrom(table).select('seq').limit(1).execute()).length > 0) {
      if (performance.now() > end) throw new Error(`${table} is not empty`)
      await pause(LOOK_EVERY_MS)
    }
}
