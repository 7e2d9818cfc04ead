import { clock } from '#server/base/clock.ts'
import type { PreparedMessage } from '#server/deliver/outcome/delivery-context.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { begunColumns } from '#server/store/queue/begin-attempt.ts'
import { floodWaitsOf } from '#server/store/queue/deliveries.ts'
import type { ArrivingDelivery, Reservation } from '#server/store/queue/free-lanes.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import { gatherMessage } from './gather-message.ts'
import type { LaneTools } from './lane.ts'

type Lanes = {
  tools: LaneTools
  /** True if the lane is idle and this process works for its bot. */
  isFree: (lane: string) => boolean
  /** Blocks other work of the lane until `stored` resolves with the message to send, or null. */
  keep: (lane: string, stored: Promise<PreparedMessage | null>) => void
}

/**
 * Makes the messages of arriving alerts that may be sent at once, and reserves their free lanes. Other alerts wait in
 * their lanes, which count the wait by its cause.
 * @returns the reservations by alert id
 */
export async function reserveLanes(
  trx: Transacting,
  arriving: readonly ArrivingDelivery[],
  lanes: Lanes,
): Promise<ReadonlyMap<string, Reservation>> {
  const { tools } = lanes
  const kept = new Map<string, KeptLane>()
  for (const { alert_id, lane } of arriving)
    if (lanes.isFree(lane) && mayLeave(lane, tools)) kept.set(alert_id, keepLane(lane, lanes))
  const reservations = new Map<string, Reservation>()
  if (kept.size === 0) return reservations
  try {
    if (!(await tools.lease.isValid(trx))) return reservations
    for (const waiting of arriving) {
      const lane = kept.get(waiting.alert_id)
      const reservation = lane && reservationOf(waiting, lane, tools)
      if (reservation) reservations.set(waiting.alert_id, reservation)
    }
    return reservations
  } finally {
    for (const [alertId, lane] of kept) if (!reservations.has(alertId)) lane.giveBack()
  }
}

/** True if this process knows no reason to hold back a message of the lane. */
export function mayLeave(lane: string, { gate, lease, inFlight, making }: LaneTools): boolean {
  return (
    lease.allowsSend() &&
    !inFlight.isReached &&
    !making.isReached &&
    gate.sendBlock(lane, clock.monotonic()) === null &&
    gate.recentSendsWindow(lane) <= lease.heldFor(laneParts(lane).botId)
  )
}

type KeptLane = { send: (outgoing: PreparedMessage) => void; giveBack: () => void }

function keepLane(lane: string, { tools: { gate }, keep }: Lanes): KeptLane {
  const { promise: stored, resolve } = Promise.withResolvers<PreparedMessage | null>()
  const slot = gate.reserveSlot(lane, clock.monotonic())
  keep(lane, stored)
  return {
    send(outgoing) {
      // The slot was reserved before the alert was stored, which may have taken long.
      gate.moveSlot(lane, slot, clock.monotonic())
      resolve(outgoing)
    },
    giveBack() {
      gate.releaseSlot(lane, slot)
      resolve(null)
    },
  }
}

/** @returns null when the alert has to wait in its lane after all */
function reservationOf(
  arriving: ArrivingDelivery,
  lane: KeptLane,
  tools: LaneTools,
): Reservation | null {
  const { gate, wake } = tools
  const now = clock.now()
  gate.mergeFloodWaits(arriving.lane, floodWaitsOf(arriving, now), clock.monotonic())
  const isBlocked = gate.laneBlock(arriving.lane, clock.monotonic()) !== null
  if (isBlocked || arriving.chat_id === null) return null
  const outgoing = gatherMessage([{ ...arriving, seq: 0 }], tools, now)
  // The parts of a long message are begun one by one.
  if ('code' in outgoing || outgoing.end !== null) return null
  const [begun] = outgoing.group
  return {
    message: { ...begunColumns(begun), first_attempt_at: now },
    send: seq => lane.send({ ...outgoing, group: [{ ...begun, waiting: { ...arriving, seq } }] }),
    release() {
      lane.giveBack()
      // If the alert was stored after all, the lane finds it in flight.
      wake([arriving.lane])
    },
  }
}
