import { newOrderedId } from '#server/base/ids.ts'
import type { Waiting } from '#server/store/deliveries.ts'
import { postponeDeliveries, type Trouble } from '#server/store/delivery-outcomes.ts'
import { laneParts } from '#server/store/lane-key.ts'
import { holdBot, holdLane } from '#server/store/lanes.ts'
import { notify } from '#server/store/notifications.ts'
import type { Transacting } from '#server/store/schema.ts'
import { type Delivering, GO_ON, type Next } from './delivering.ts'
import { panelOf } from './report-failures.ts'
import type { Traffic } from './traffic.ts'

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
  await writer.writeAtLast(async trx => {
    await keep(trx)
    await postponeDeliveries(
      trx,
      group.map(waiting => ({ waiting, counted: 0, wait })),
      { now, uncertain: false },
      trouble,
    )
    if (wait > LONG_PAUSE_MS)
      await notify(trx, {
        id: newOrderedId(now),
        userId: head.user_id,
        title: () => 'Telegram pide una pausa',
        message: `Las alertas de «${head.connection_name}» esperan ${retryAfter} s y se envían después, sin que hagas nada.`,
        type: 'warning',
        link: panelOf(head),
        repeatKey: `flood:${head.lane}`,
        count: 1,
        now,
      })
  })
  live.changed(head.user_id, 'alerts', 'notifications')
  return GO_ON
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
