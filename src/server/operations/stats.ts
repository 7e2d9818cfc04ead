import { dayBefore, lastDays, lastWeeks } from '#server/base/calendar.ts'
import { clock } from '#server/base/clock.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import {
  bucketStart,
  countAlerts,
  countByConnection,
  countEachWithin,
  countGaps,
  countWithin,
  readFigures,
  usualTimes,
} from '#server/store/history/history.ts'
import { waitingSince } from '#server/store/queue/deliveries.ts'
import { readOutage } from '#server/store/queue/outage-status.ts'
import { countConnections } from '#server/store/rows/connections.ts'
import type { Summary } from '#shared/model/stats.ts'
import { connectionStats, type TrendPeriod } from '#shared/stats.ts'
import { signedIn } from './callers.ts'
import { instant, instantOrNull } from './instants.ts'

export const statsOperations = {
  summary: signedIn.stats.summary.handler(async ({ context: { reading }, input }) => {
    const { tz, connectionId } = input
    const now = clock.now()
    const [received, connections, figures, waitsSince, silence] = await Promise.all([
      receivedLately(reading, { tz, connectionId, now }),
      countConnections(reading, connectionId),
      readFigures(reading, connectionId),
      waitingSince(reading, connectionId),
      readOutage(reading, connectionId, now),
    ])
    const { total, pending, firstAt, unanswered, latest } = figures
    return {
      ...received,
      connections,
      total,
      since: instantOrNull(firstAt),
      waiting: { count: pending, since: instantOrNull(waitsSince) },
      telegramSilence: telegramSilence(silence, unanswered),
      lastDelivery: latest
        ? {
            alertId: latest.id,
            name: latest.name,
            at: instant(latest.at),
            tookMs: latest.at - (latest.resent_at ?? latest.received_at),
          }
        : null,
    }
  }),

  trend: signedIn.stats.trend.handler(async ({ context: { reading }, input }) => {
    const stretches = periods[input.period](clock.now(), input.tz)
    const counted = await countWithin(reading, input.connectionId, stretches)
    return counted.map(({ day, total, successful, failed, inactive }) => {
      const pending = total - successful - failed - inactive
      return { day, successful, failed, inactive, pending }
    })
  }),

  byConnection: signedIn.stats.byConnection.handler(async ({ context: { reading }, input }) => {
    const week = lastDays(clock.now(), input.tz, 7)
    const rows = await countByConnection(reading, spanOf(week))
    return rows.map(({ id, name, total }) => ({ connectionId: id, name, count: total }))
  }),

  weeks: signedIn.stats.weeks.handler(async ({ context: { reading }, input }) => {
    const days = lastDays(clock.now(), input.tz, 7)
    const [counted, times, gaps] = await Promise.all([
      countEachWithin(reading, days),
      usualTimes(reading),
      countGaps(reading, spanOf(days)),
    ])
    return counted.map(({ id, ranges }) => ({
      connectionId: id,
      received: ranges.map(({ total }) => total),
      failed: ranges.map(({ failed }) => failed),
      gaps: gaps.get(id) ?? 0,
      p50Ms: times.get(id) ?? null,
    }))
  }),
}

/** Without queued alerts Telegram is not contacted: then the newest alert shows the outage, if it failed for it. */
function telegramSilence(
  silence: Awaited<ReturnType<typeof readOutage>>,
  unanswered: { at: number; connection: string } | null,
): Summary['telegramSilence'] {
  if (silence === null)
    return (
      unanswered && {
        since: instant(unanswered.at),
        connections: { name: unanswered.connection, count: 1 },
      }
    )
  const [name, ...others] = silence.connections ?? []
  return {
    since: instant(silence.since),
    connections: name === undefined ? null : { name, count: others.length + 1 },
  }
}

const periods: Record<TrendPeriod, (now: number, tz: string) => ReturnType<typeof lastDays>> = {
  '7d': (now, tz) => lastDays(now, tz, 7),
  '30d': (now, tz) => lastDays(now, tz, 30),
  '12w': (now, tz) => lastWeeks(now, tz, 12),
}

/** From the beginning of the first stretch to the end of the last one. */
function spanOf(stretches: readonly { from: number; to: number }[]) {
  return { from: stretches.at(0)?.from ?? 0, to: stretches.at(-1)?.to ?? 0 }
}

async function receivedLately(
  reading: Owner,
  { tz, connectionId, now }: { tz: string; connectionId: string | undefined; now: number },
) {
  const days = lastDays(now, tz, 14)
  const yesterdayByNow = { from: spanOf(days.slice(-2)).from, to: dayBefore(now, tz) }
  const lastBucket = Math.max(yesterdayByNow.from, bucketStart(yesterdayByNow.to))
  const [[today, yesterday, week, weekBefore], sinceLastBucket] = await Promise.all([
    countWithin(reading, connectionId, [
      spanOf(days.slice(-1)),
      { from: yesterdayByNow.from, to: lastBucket },
      spanOf(days.slice(-7)),
      spanOf(days.slice(0, 7)),
    ]),
    countAlerts(reading, connectionId, { from: lastBucket, to: yesterdayByNow.to }),
  ])
  const { successful, failed } = week
  const { successRateString } = connectionStats({ totalAlerts: week.total, successful, failed })
  return {
    today: today.total,
    yesterdayByNow: yesterday.total + sinceLastBucket,
    last7Days: week.total,
    previous7Days: weekBefore.total,
    delivery: { successful, failed, successRateString },
  }
}
