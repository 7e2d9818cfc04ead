import { addDays, dayAt, nextTimeOfDay, startOfDay } from '#server/base/account-days.ts'
import { clock } from '#server/base/clock.ts'
import { newOrderedId } from '#server/base/ids.ts'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import { readConnection } from '#server/store/rows/connections.ts'
import { readProfile } from '#server/store/rows/profiles.ts'
import { listTvConfigs } from '#server/store/rows/tv-configs.ts'
import { EVERYONE, listAbsences } from '#server/store/watch/absences.ts'
import {
  alarmsAbout,
  countFalls,
  listAlarms,
  markNormal,
  raiseAlarm,
  readAlarm,
} from '#server/store/watch/alarms.ts'
import { listHeartbeats } from '#server/store/watch/heartbeats.ts'
import { circumstancesOf } from '#server/store/watch/learning.ts'
import {
  deleteSeries,
  describeSeries,
  holdSeries,
  listSeries,
  type SeriesRow,
  updateSeries,
} from '#server/store/watch/series.ts'
import {
  readWatchSettings,
  type WatchSettingsRow,
  writeWatchSettings,
} from '#server/store/watch/settings.ts'
import { contextOf } from '#server/watch/series.ts'
import { DAY_MS } from '#shared/limits.ts'
import type { WatchSettings } from '#shared/model/watch.ts'
import { zoneOf } from '#shared/time-zone.ts'
import { judge, wasNormal } from '#shared/watch/judge.ts'
import type { Rhythm } from '#shared/watch/rhythm.ts'
import { goneError, signedIn } from './callers.ts'
import { instant } from './instants.ts'
import {
  asAlarm,
  asWatchedAlert,
  byUrgency,
  expiriesOf,
  silencedUntil,
  silenceOf,
} from './watch-rows.ts'

const FALLS_COUNTED_MS = 30 * DAY_MS
const ABSENCES_SHOWN = 20
const ALARMS_OF_ONE = 20

/** @property alarmsChanged called when an alarm is to be sent */
export type WatchTools = { timeZone: string; alarmsChanged: () => void }

export function watchOperations({ timeZone, alarmsChanged }: WatchTools) {
  const zone = async (owner: Owner) => zoneOf((await readProfile(owner)).time_zone, timeZone)

  async function shownRows(owner: Owner) {
    const now = clock.now()
    const today = dayAt(now, await zone(owner))
    const expiries = expiriesOf(await listTvConfigs(owner))
    const rows = await listSeries(owner)
    return { now, items: rows.map(row => asWatchedAlert(row, expiries, { now, today })) }
  }

  async function shownRow(owner: Owner, id: string) {
    const row = await describeSeries(owner, id)
    if (!row) throw goneError()
    const now = clock.now()
    const expiries = expiriesOf(await listTvConfigs(owner))
    const today = dayAt(now, await zone(owner))
    return { ...asWatchedAlert(row, expiries, { now, today }), recent: row.recent }
  }

  return {
    list: signedIn.watch.list.handler(async ({ context: { reading } }) => {
      const { now, items } = await shownRows(reading)
      const since = now - FALLS_COUNTED_MS
      const absences = await listAbsences(reading.db, [EVERYONE], { since, most: ABSENCES_SHOWN })
      return {
        items: items.sort(byUrgency),
        asOf: instant(now),
        falls: await countFalls(reading, since),
        absences: absences.map(({ from_at, to_at }) => ({
          from: instant(from_at),
          to: instant(to_at),
        })),
      }
    }),

    read: signedIn.watch.read.handler(async ({ context: { reading }, input, errors }) => {
      if (!(await describeSeries(reading, input.id))) throw errors.NOT_FOUND()
      const { recent, ...row } = await shownRow(reading, input.id)
      const instants: number[] = JSON.parse(recent)
      const alarms = await alarmsAbout(reading, input.id, ALARMS_OF_ONE)
      return { ...row, recent: instants.map(instant).reverse(), alarms: alarms.map(asAlarm) }
    }),

    summary: signedIn.watch.summary.handler(async ({ context: { reading } }) => {
      const { now, items } = await shownRows(reading)
      const loud = items.filter(({ silenced }) => silenced === null)
      const count = (state: string) => loud.filter(item => item.state === state).length
      const heartbeats = await listHeartbeats(reading)
      return {
        watched: items.length,
        late: count('late'),
        quiet: count('quiet'),
        expired: count('expired'),
        nearLimit: count('near-limit'),
        silentHeartbeats: heartbeats.filter(
          beat => beat.silent_since !== null && silenceOf(beat.silenced_until, now) === null,
        ).length,
      }
    }),

    silence: signedIn.watch.silence.handler(async ({ context: { owner }, input, errors }) => {
      const now = clock.now()
      const ownZone = await zone(owner)
      const tomorrow = startOfDay(addDays(dayAt(now, ownZone), 1), ownZone)
      const silenced_until = silencedUntil(input.period, now, tomorrow)
      if (!(await updateSeries(owner, input.id, { silenced_until }))) throw errors.NOT_FOUND()
      const { recent: _, ...row } = await shownRow(owner, input.id)
      return row
    }),

    wasNormal: signedIn.watch.wasNormal.handler(async ({ context: { owner }, input, errors }) => {
      await ownerTransaction(owner, async own => {
        const row = await holdSeries(own, input.id)
        const alarm = await readAlarm(own, input.alarmId)
        if (!row || !alarm) throw errors.NOT_FOUND()
        if (alarm.about !== row.id || !(await markNormal(own, alarm.id))) throw errors.NOT_A_FALL()
        const now = clock.now()
        const { rhythm, isStillQuiet } = await widened(own, row, { now, timeZone })
        const isOfNow = row.fall_id === alarm.id
        // Judged anew with the widened rhythm; a silence too long even for that is not reported twice.
        const anew = { state: 'unknown' as const, state_since: now, judge_at: now }
        await updateSeries(own, row.id, {
          rhythm,
          ...(isOfNow && { fall_id: null, ...(!isStillQuiet && anew) }),
        })
      })
      const { recent: _, ...row } = await shownRow(owner, input.id)
      return row
    }),

    remove: signedIn.watch.remove.handler(async ({ context: { owner }, input, errors }) => {
      await ownerTransaction(owner, async own => {
        if (!(await deleteSeries(own, input.id))) throw errors.NOT_FOUND()
      })
    }),

    alarms: signedIn.watch.alarms.handler(async ({ context: { reading } }) =>
      (await listAlarms(reading)).map(asAlarm),
    ),

    settings: signedIn.watch.settings.handler(async ({ context: { owner } }) =>
      asSettings(await readWatchSettings(owner)),
    ),

    updateSettings: signedIn.watch.updateSettings.handler(
      async ({ context: { owner }, input, errors }) => {
        const { connectionId, alarms, expiryReminders, summaryTime, ...others } = input
        others satisfies Record<string, never>
        const ownZone = await zone(owner)
        return ownerTransaction(owner, async own => {
          if (connectionId && !(await readConnection(own, connectionId)))
            throw errors.CONNECTION_UNKNOWN()
          const before = await readWatchSettings(own)
          await writeWatchSettings(own, {
            ...(connectionId === undefined ? {} : { connection_id: connectionId }),
            ...(alarms === undefined ? {} : { alarms: alarms ? 1 : 0 }),
            ...(expiryReminders === undefined ? {} : { expiry_reminders: expiryReminders ? 1 : 0 }),
            // The same hour again would put off a summary that is due now until tomorrow.
            ...(summaryTime === undefined || summaryTime === before.summary_time
              ? {}
              : {
                  summary_time: summaryTime,
                  summary_at:
                    summaryTime === null ? null : nextTimeOfDay(summaryTime, clock.now(), ownZone),
                }),
          })
          return asSettings(await readWatchSettings(own))
        })
      },
    ),

    test: signedIn.watch.test.handler(async ({ context: { owner }, errors }) => {
      const now = clock.now()
      const id = newOrderedId(now)
      const row = await ownerTransaction(owner, async own => {
        if ((await readWatchSettings(own)).connection_id === null) throw errors.NO_CONNECTION()
        const { userId: user_id } = own
        const alarm = { id, user_id, kind: 'test' as const, about: null, at: now, ...testTexts }
        await raiseAlarm(own.db, alarm, null)
        return readAlarm(own, id)
      })
      if (!row) throw goneError()
      alarmsChanged()
      return asAlarm(row)
    }),
  }
}

/** Widens the rhythm, so that the present silence is normal; `isStillQuiet`: it is too long even for the widest one. */
async function widened(
  own: OwnerTransacting,
  row: SeriesRow,
  { now, timeZone }: { now: number; timeZone: string },
): Promise<{ rhythm: string; isStillQuiet: boolean }> {
  const rhythm: Rhythm = JSON.parse(row.rhythm)
  if (!Array.isArray(rhythm.slots)) return { rhythm: row.rhythm, isStillQuiet: false }
  const circumstances = await circumstancesOf(own.db, [row], now)
  const context = contextOf({ ...row, refused_at: null }, { ...circumstances, timeZone })
  const wide = wasNormal(rhythm, now, context)
  const isStillQuiet = judge(wide, now, context).state === 'quiet'
  return { rhythm: JSON.stringify(wide), isStillQuiet }
}

const testTexts = {
  title: 'Prueba de Vigía',
  message: 'Así te llegarán los avisos de Vigía. No pasa nada: lo has pedido tú.',
}

const asSettings = (row: WatchSettingsRow): WatchSettings => ({
  connectionId: row.connection_id,
  alarms: row.alarms === 1,
  expiryReminders: row.expiry_reminders === 1,
  summaryTime: row.summary_time,
})
