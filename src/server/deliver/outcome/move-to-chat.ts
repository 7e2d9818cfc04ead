import { clock } from '#server/base/clock.ts'
import { newOrderedId } from '#server/base/ids.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import { laneOf } from '#server/store/queue/lane-key.ts'
import { moveFrontOfLane } from '#server/store/queue/move-deliveries.ts'
import { movePause } from '#server/store/queue/pauses.ts'
import { logAttempt } from '#server/store/queue/repeat-deliveries.ts'
import type { FailedAttempt } from '#server/store/rows/attempt-log.ts'
import { moveConnectionsToChat } from '#server/store/rows/connections.ts'
import { notify } from '#server/store/rows/notifications.ts'
import { CONTINUE, type DeliveryContext, type NextStep } from './delivery-context.ts'
import { panelOf } from './report-failures.ts'

/**
 * Moves the lane's connections and their waiting alerts, in order, to the lane of the id by which Telegram knows the
 * chat.
 * @param typed the chat id that the connections' form shows from now on, if that changes too
 */
export async function moveToChat(
  head: QueuedDelivery,
  { chatId, typed }: { chatId: string; typed?: string },
  { writer, wake, live }: Pick<DeliveryContext, 'writer' | 'wake' | 'live'>,
  also: (trx: Transacting) => Promise<void> = async () => {},
): Promise<void> {
  const lane = laneOf(head.user_id, head.bot_id, chatId)
  await writer.writeUntilDone(async trx => {
    const own = { db: trx, userId: head.user_id }
    await moveConnectionsToChat(own, head.lane, {
      chat_id: chatId,
      lane,
      ...(typed === undefined ? {} : { telegram_chat_id: typed }),
    })
    await moveFrontOfLane(trx, head.lane, lane)
    await movePause(trx, head.lane, lane)
    await also(trx)
  })
  wake([lane])
  live.changed(head.user_id, 'connections')
}

/** Handles a group that became a supergroup: the account's connections get its new id, with a notification. */
export async function moveToSupergroup(
  head: QueuedDelivery,
  { chatId, group }: { chatId: string; group: readonly QueuedDelivery[] },
  attempt: FailedAttempt,
  context: DeliveryContext,
): Promise<NextStep> {
  const now = clock.now()
  const ids = group.map(({ alert_id }) => alert_id)
  await moveToChat(head, { chatId, typed: chatId }, context, async trx => {
    await logAttempt(trx, ids, attempt)
    await notify(trx, {
      id: newOrderedId(now),
      userId: head.user_id,
      title: () => 'El grupo pasó a supergrupo',
      message: `El ID de chat de «${head.connection_name}» se actualizó solo a ${chatId}.`,
      type: 'info',
      link: panelOf(head),
      repeatKey: `migrated:${head.lane}`,
      count: 1,
      now,
    })
  })
  context.live.changed(head.user_id, 'notifications')
  return CONTINUE
}
