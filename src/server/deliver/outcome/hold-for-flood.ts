import { newOrderedId } from '#server/base/ids.ts'
import { type Delivering, GO_ON, type Next } from '#server/deliver/delivering.ts'
import type { Traffic } from '#server/deliver/limits/traffic.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { Waiting } from '#server/store/queue/deliveries.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import { holdBot, holdLane, isPausedFor } from '#server/store/queue/lanes.ts'
import { postponeDeliveries, type Trouble } from '#server/store/queue/outcomes.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import { notify } from '#server/store/rows/notifications.ts'
import { LONGEST_LIKELY_PAUSE } from '#server/telegram/failures.ts'
import { failureEntry, panelOf } from './report-failures.ts'

/** A longer pause is worth a notification. Milliseconds. */
const LONG_PAUSE_MS = 60_000

/** Telegram asks for a pause: nobody's fault, no attempt, and law for the lane and maybe its bot. */
export async function holdForFlood(
  { head, group, retryAfter }: { head: Waiting; group: readonly Waiting[]; retryAfter: number },
  trouble: Trouble,
  { writer, traffic, live, delays }: Delivering,
): Promise<Next> {
  const wait = Math.ceil(delays.flood(retryAfter))
  const keep = keepPause(head.lane, wait, traffic)
  const now = Date.now()
  const told = { head, trouble, retryAfter, now }
  const longerThan = delays.flood(LONGEST_LIKELY_PAUSE)
  await writer.writeAtLast(async trx => {
    const isKnown = await isPausedFor(trx, laneParts(head.lane), { now, longerThan })
    await keep(trx)
    await postponeDeliveries(
      trx,
      group.map(waiting => ({ waiting, counted: 0, wait })),
      { now, uncertain: false },
      trouble,
    )
    if (wait > longerThan && !isKnown) await tellUnlikelyPause(trx, told)
    else if (wait > LONG_PAUSE_MS && wait <= longerThan) await tellPause(trx, told)
  })
  live.changed(head.user_id, 'alerts', 'notifications', 'errorLogs')
  return GO_ON
}

type Told = { head: Waiting; trouble: Trouble; retryAfter: number; now: number }

const tellPause = (
  trx: Transacting,
  { head, retryAfter, now }: Told,
  message = `Las alertas de «${head.connection_name}» esperan ${retryAfter} s y se envían después, sin que hagas nada.`,
) =>
  notify(trx, {
    id: newOrderedId(now),
    userId: head.user_id,
    title: () => 'Telegram pide una pausa',
    message,
    type: 'warning',
    link: panelOf(head),
    repeatKey: `flood:${head.lane}`,
    count: 1,
    now,
  })

/** Told of one chat, though all those of the bot may be concerned: there is something to be done. */
async function tellUnlikelyPause(trx: Transacting, told: Told): Promise<void> {
  const { head, trouble, now } = told
  await tellPause(trx, told, trouble.reason)
  await logError(trx, {
    ...failureEntry(head, trouble, 1, now),
    message: trouble.reason,
    isCritical: false,
  })
}

/**
 * The lane waits from now on, and its bot if that is what it means.
 * @returns what keeps it in the store, where every process looks before it sends
 */
export function keepPause(
  lane: string,
  wait: number,
  traffic: Traffic,
): (trx: Transacting) => Promise<void> {
  const { userId, botId } = laneParts(lane)
  const botWait = Math.ceil(traffic.hold(lane, wait, performance.now()))
  const now = Date.now()
  return async trx => {
    await holdLane(trx, { lane, userId }, { now, wait })
    if (botWait > 0) await holdBot(trx, botId, { now, wait: botWait })
  }
}
