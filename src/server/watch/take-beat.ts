import { clock } from '#server/base/clock.ts'
import { newOrderedId } from '#server/base/ids.ts'
import type { Live } from '#server/live/live.ts'
import { LookUps } from '#server/store/engine/look-ups.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { addAbsence } from '#server/store/watch/absences.ts'
import { BEAT_GRACE_MS } from '#server/store/watch/duty.ts'
import {
  beat,
  findHeartbeats,
  type HeartbeatRow,
  holdHeartbeat,
  lastFiring,
} from '#server/store/watch/heartbeats.ts'
import { readWatchSettings } from '#server/store/watch/settings.ts'
import { heartbeatReturnText } from './alarm-texts.ts'
import { raiseAll } from './raise.ts'
import { whyKept } from './raised.ts'

/** Min interval between written beats; faster ones are accepted but not written. */
const LEAST_BETWEEN_MS = 5_000
const REMEMBERED = 10_000

export type Heartbeats = {
  /** @returns true if the heartbeat exists */
  take: (id: string) => Promise<boolean>
  /** True if the heartbeat is beating; null if it does not exist. */
  isAlive: (id: string) => Promise<boolean | null>
}

export function createHeartbeats({
  db,
  live,
  onRaised,
}: {
  db: Database
  live: Pick<Live, 'changed'>
  /** Called when an alarm is to be sent. */
  onRaised: () => void
}): Heartbeats {
  const taken = new Map<string, number>()
  const lookUps = new LookUps<HeartbeatRow>(ids => findHeartbeats(db, ids))

  async function write(id: string, userId: string, now: number): Promise<void> {
    const owner = { db, userId }
    const isBack = await transaction(db, async trx => {
      const own = { db: trx, userId }
      const row = await holdHeartbeat(own, id)
      if (!row) return false
      await beat(own, id, { now, alarmAt: now + 2 * 60_000 * row.every_minutes + BEAT_GRACE_MS })
      const { last_at, silent_since } = row
      if (silent_since === null || last_at === null) return false
      // No alert arrived meanwhile either, so no series is blamed for that time.
      if (last_at >= (await lastFiring(own)))
        await addAbsence(trx, { whose: userId, from_at: last_at, to_at: now })
      const isSilenced = row.silenced_until !== null && row.silenced_until > now
      const reason = isSilenced
        ? 'El latido está silenciado.'
        : whyKept(await readWatchSettings(own))
      const text = heartbeatReturnText(row.name, now - last_at)
      const told = { user_id: userId, kind: 'heartbeat-return' as const, about: id, at: now }
      await raiseAll(trx, [{ alarm: { id: newOrderedId(now), ...told, ...text }, reason }])
      return true
    })
    live.changed(owner.userId, 'watch', ...(isBack ? (['notifications'] as const) : []))
    if (isBack) onRaised()
  }

  return {
    async take(id) {
      const now = clock.now()
      const before = taken.get(id)
      if (before !== undefined && Math.abs(now - before) < LEAST_BETWEEN_MS) return true
      const row = await lookUps.find(id)
      if (row === null) return false
      if (taken.size >= REMEMBERED) taken.clear()
      taken.set(id, now)
      try {
        await write(id, row.user_id, now)
      } catch (error) {
        taken.delete(id)
        throw error
      }
      return true
    },

    async isAlive(id) {
      const row = await lookUps.find(id)
      if (row === null) return null
      return row.alarm_at !== null && row.alarm_at > clock.now()
    },
  }
}
