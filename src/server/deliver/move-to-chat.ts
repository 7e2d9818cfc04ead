import { laneOf, moveConnectionsToChat } from '#server/store/connections.ts'
import { type Head, moveDeliveriesOfLane } from '#server/store/deliveries.ts'
import type { Transacting } from '#server/store/schema.ts'
import type { Delivering } from './deliver-head.ts'

/**
 * Telegram knows the lane's chat by another id: its connections and what waits for them move to
 * that chat's lane, order kept.
 * @param typed what stands in the connections' form from now on, where that changes too
 */
export async function moveToChat(
  head: Head,
  { chatId, typed }: { chatId: string; typed?: string },
  { writer, wake, live }: Pick<Delivering, 'writer' | 'wake' | 'live'>,
  also: (trx: Transacting) => Promise<void> = async () => {},
): Promise<void> {
  const lane = laneOf(head.user_id, head.bot_id, chatId)
  await writer.writeAtLast(async trx => {
    const own = { db: trx, userId: head.user_id }
    await moveConnectionsToChat(own, head.lane, {
      chat_id: chatId,
      lane,
      ...(typed === undefined ? {} : { telegram_chat_id: typed }),
    })
    await moveDeliveriesOfLane(own, head.lane, lane)
    await also(trx)
  })
  wake([lane])
  live.changed(head.user_id, 'connections')
}
