import { clock } from '#server/base/clock.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { sentBetween } from '#server/store/queue/sent-between.ts'
import type { SendGate } from './send-gate.ts'

/** Counts messages sent to the lane's chat by another process, or by this one before a restart. */
export async function countEarlierSends(
  lane: string,
  { db, gate }: { db: Database; gate: SendGate },
): Promise<void> {
  const window = gate.recentSendsWindow(lane)
  if (window === 0) return
  const now = clock.now()
  // Clocks may differ a little; times far ahead, written before a clock was set back, are not read.
  const sent = await sentBetween(db, lane, [now - window, now + window])
  // Counted meanwhile, for another message to the chat.
  if (gate.recentSendsWindow(lane) === 0) return
  for (const sentAt of sent) gate.recordSent(lane, clock.monotonic() - Math.max(0, now - sentAt))
}
