import { addDays, dayAt, startOfDay } from '#server/base/account-days.ts'
import { clock } from '#server/base/clock.ts'
import { newConnectionId } from '#server/base/ids.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import { readProfile } from '#server/store/rows/profiles.ts'
import {
  countHeartbeats,
  deleteHeartbeat,
  type HeartbeatRow,
  insertHeartbeat,
  listHeartbeats,
  readHeartbeat,
  updateHeartbeat,
} from '#server/store/watch/heartbeats.ts'
import { MAX_HEARTBEATS } from '#shared/limits.ts'
import { type Heartbeat, heartbeatSchema } from '#shared/model/watch.ts'
import { zoneOf } from '#shared/time-zone.ts'
import { signedIn } from './callers.ts'
import { instant, instantOrNull } from './instants.ts'
import { silencedUntil, silenceOf } from './watch-rows.ts'

export function heartbeatOperations({
  publicUrl,
  timeZone,
}: {
  publicUrl: string
  timeZone: string
}) {
  const asHeartbeat = (row: HeartbeatRow): Heartbeat => {
    const everyMinutes = heartbeatSchema.shape.everyMinutes.parse(row.every_minutes)
    return {
      id: row.id,
      name: row.name,
      everyMinutes,
      url: `${publicUrl}/latido/${row.id}`,
      message: messageOf(row.name, everyMinutes),
      state: row.silent_since !== null ? 'silent' : row.last_at === null ? 'waiting' : 'alive',
      createdAt: instant(row.created_at),
      lastAt: instantOrNull(row.last_at),
      alarmAt: instantOrNull(row.alarm_at),
      silentSince: instantOrNull(row.silent_since),
      silenced: silenceOf(row.silenced_until, clock.now()),
    }
  }

  async function readAgain(owner: Owner, id: string): Promise<Heartbeat | undefined> {
    const row = await readHeartbeat(owner, id)
    return row && asHeartbeat(row)
  }

  return {
    list: signedIn.heartbeats.list.handler(async ({ context: { owner } }) =>
      (await listHeartbeats(owner)).map(asHeartbeat),
    ),

    create: signedIn.heartbeats.create.handler(async ({ context: { owner }, input, errors }) => {
      const row = {
        id: newConnectionId(),
        name: input.name,
        every_minutes: input.everyMinutes,
        created_at: clock.now(),
        last_at: null,
        alarm_at: null,
        silent_since: null,
        silenced_until: null,
      }
      await ownerTransaction(owner, async own => {
        if ((await countHeartbeats(own)) >= MAX_HEARTBEATS) throw errors.TOO_MANY_HEARTBEATS()
        await insertHeartbeat(own, row)
      })
      return asHeartbeat({ ...row, user_id: owner.userId })
    }),

    update: signedIn.heartbeats.update.handler(async ({ context: { owner }, input, errors }) => {
      const { id, name, everyMinutes, ...others } = input
      others satisfies Record<string, never>
      const before = await readHeartbeat(owner, id)
      if (!before) throw errors.NOT_FOUND()
      const isOther = before.every_minutes !== everyMinutes
      await updateHeartbeat(owner, id, {
        name,
        every_minutes: everyMinutes,
        // The new interval applies from the next beat on.
        ...(isOther && { last_at: null, alarm_at: null, silent_since: null }),
      })
      const row = await readAgain(owner, id)
      if (!row) throw errors.NOT_FOUND()
      return row
    }),

    silence: signedIn.heartbeats.silence.handler(async ({ context: { owner }, input, errors }) => {
      const now = clock.now()
      const zone = zoneOf((await readProfile(owner)).time_zone, timeZone)
      const tomorrow = startOfDay(addDays(dayAt(now, zone), 1), zone)
      const silenced_until = silencedUntil(input.period, now, tomorrow)
      await updateHeartbeat(owner, input.id, { silenced_until })
      const row = await readAgain(owner, input.id)
      if (!row) throw errors.NOT_FOUND()
      return row
    }),

    remove: signedIn.heartbeats.remove.handler(async ({ context: { owner }, input, errors }) => {
      await ownerTransaction(owner, async own => {
        if (!(await deleteHeartbeat(own, input.id))) throw errors.NOT_FOUND()
      })
    }),
  }
}

/** Message for the alert in TradingView. */
const messageOf = (name: string, everyMinutes: number): string =>
  JSON.stringify({
    pregonero: 'latido',
    name,
    every: `${everyMinutes} min`,
    note: 'No es una señal: prueba que TradingView llega a Pregonero.',
  })
