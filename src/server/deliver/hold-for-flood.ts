import { newOrderedId } from '#server/base/ids.ts'
import type { Waiting } from '#server/store/deliveries.ts'
import { postponeDeliveries, type Trouble } from '#server/store/delivery-outcomes.ts'
import { holdBot, holdLane } from '#server/store/lanes.ts'
import { notify } from '#server/store/notifications.ts'
import { type Delivering, GO_ON, type Next } from './delivering.ts'
import { panelOf } from './report-failures.ts'

/** A pause that Telegram asks for is worth a notification from here on. Milliseconds. */
const LONG_PAUSE_MS = 60_000

/** Telegram asks for a pause: nobody's fault, no attempt, and law for the lane and maybe its bot. */
export async function holdForFlood(
  { head, group, retryAfter }: { head: Waiting; group: readonly Waiting[]; retryAfter: number },
  trouble: Trouble,
  { writer, traffic, live, delays }: Delivering,
): Promise<Next> {
  const wait = delays.flood(retryAfter)
  const botWait = traffic.hold(head.lane, wait, performance.now())
  const now = Date.now()
  await writer.writeAtLast(async trx => {
    await holdLane(trx, { lane: head.lane, userId: head.user_id }, { now, wait })
    if (botWait > 0) await holdBot(trx, head.bot_id, { now, wait: botWait })
    await postponeDeliveries(
      trx,
      group.map(waiting => ({ waiting, attempts: waiting.attempts, wait })),
      { now, uncertain: false },
      trouble,
    )
    if (wait > LONG_PAUSE_MS)
      await notify(trx, {
        id: newOrderedId(now),
        userId: head.user_id,
        title: 'Telegram pide una pausa',
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
