/** Raises alarms due by the clock: missing heartbeats, expiry reminders and daily summaries. */
import {
  addDays,
  dayAt,
  dayNumber,
  nextReminder,
  nextTimeOfDay,
} from '#server/base/account-days.ts'
import { newOrderedId } from '#server/base/ids.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { bucketStart, countWithin } from '#server/store/history/history.ts'
import type { NewAlarm } from '#server/store/watch/alarms.ts'
import {
  dueReminders,
  dueSummaries,
  expiringNames,
  missingHeartbeats,
  moveReminder,
  moveSummary,
  quietNames,
  silenceHeartbeat,
  slowestDelivery,
} from '#server/store/watch/due.ts'
import { onDuty } from '#server/store/watch/duty.ts'
import { DAY_MS } from '#shared/limits.ts'
import { zoneOf } from '#shared/time-zone.ts'
import { type AlarmText, expiryText, heartbeatFallText, summaryText } from './alarm-texts.ts'
import { raiseAll } from './raise.ts'
import { type Raised, whyKept } from './raised.ts'
import type { WatcherTools } from './watcher.ts'

type Tools = WatcherTools & { holder: string }

/** Max delay of a summary; later summaries are skipped. */
const SUMMARY_WITHIN_MS = 6 * 60 * 60_000
const EXPIRING_DAYS = 7

export async function raiseBeats(tools: Tools, now: number): Promise<void> {
  for (const row of await missingHeartbeats(tools.db, now)) {
    const text = heartbeatFallText(row, zoneOf(row.time_zone, tools.timeZone))
    const isSilenced = row.silenced_until !== null && row.silenced_until > now
    const reason = isSilenced ? 'El latido está silenciado.' : whyKept(row)
    await raise(tools, alarmOf(row, 'heartbeat-fall', now, text), reason, trx =>
      silenceHeartbeat(trx, row),
    )
  }
}

export async function remind(tools: Tools, now: number): Promise<void> {
  for (const row of await dueReminders(tools.db, now)) {
    const timeZone = zoneOf(row.time_zone, tools.timeZone)
    const on = row.expires_on
    const next = on === null ? null : nextReminder(on, now, timeZone)
    if (on === null) {
      await onDuty(tools.db, tools.holder, trx => moveReminder(trx, row, null))
      continue
    }
    const days = dayNumber(on) - dayNumber(dayAt(now, timeZone))
    const reason =
      row.expiry_reminders === 0 ? 'Los recordatorios de caducidad están apagados.' : whySent(row)
    const alarm = alarmOf(row, 'expiry', now, expiryText(row, days, on))
    await raise(tools, alarm, reason, trx => moveReminder(trx, row, next))
  }
}

export async function summarize(tools: Tools, now: number): Promise<void> {
  for (const row of await dueSummaries(tools.db, now)) {
    const timeZone = zoneOf(row.time_zone, tools.timeZone)
    const { summary_time: time, summary_at: at } = row
    const next = time === null ? null : nextTimeOfDay(time, now, timeZone)
    if (time === null || at === null || at > now || now - at > SUMMARY_WITHIN_MS) {
      await onDuty(tools.db, tools.holder, trx => moveSummary(trx, row, next))
      continue
    }
    const owner: Owner = { db: tools.reader, userId: row.user_id }
    const text = await summaryOf(owner, now, timeZone)
    const alarm = alarmOf({ id: null, user_id: row.user_id }, 'summary', now, text)
    await raise(tools, alarm, whySent(row), trx => moveSummary(trx, row, next))
  }
}

/** Reason why a reminder or summary is not sent, null if it is; independent of the `alarms` setting. */
const whySent = ({ connection_id }: { connection_id: string | null }) =>
  whyKept({ alarms: 1, connection_id })

async function summaryOf(owner: Owner, now: number, timeZone: string): Promise<AlarmText> {
  const to = bucketStart(now) + 15 * 60_000
  const [counts] = await countWithin(owner, undefined, [{ from: to - DAY_MS, to }])
  const today = dayAt(now, timeZone)
  return summaryText({
    alerts: counts.total,
    delivered: counts.successful,
    failed: counts.failed,
    slowest: await slowestDelivery(owner, now - DAY_MS),
    quiet: await quietNames(owner),
    expiring: await expiringNames(owner, today, addDays(today, EXPIRING_DAYS)),
  })
}

const alarmOf = (
  { id, user_id }: { id: string | null; user_id: string },
  kind: NewAlarm['kind'],
  at: number,
  text: AlarmText,
): NewAlarm => ({ id: newOrderedId(at), user_id, kind, about: id, at, ...text })

/** @param change writes the cause of the alarm; no alarm is raised if it returns false */
async function raise(
  { db, holder, live, onRaised }: Tools,
  alarm: NewAlarm,
  reason: string | null,
  change: (trx: Parameters<typeof raiseAll>[0]) => Promise<boolean>,
): Promise<void> {
  const raised: Raised[] = [{ alarm, reason }]
  const isDue = await onDuty(db, holder, async trx => {
    const isDue = await change(trx)
    if (isDue) await raiseAll(trx, raised)
    return isDue
  })
  if (!isDue) return
  live.changed(alarm.user_id, 'watch', 'notifications')
  if (reason === null) onRaised()
}
