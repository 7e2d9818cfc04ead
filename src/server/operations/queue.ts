import { clock } from '#server/base/clock.ts'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import { failQueuedUpTo } from '#server/store/queue/fail-queued.ts'
import { isGroup, laneParts } from '#server/store/queue/lane-key.ts'
import { readOutageOfAll } from '#server/store/queue/outage-status.ts'
import { ALL_LANES, pauseLane, readPauses, resumeLane } from '#server/store/queue/pauses.ts'
import {
  deliveringProcesses,
  type LaneHead,
  readPlace,
  waitingByConnection,
  waitingUpTo,
} from '#server/store/queue/waiting-lanes.ts'
import { readAlert } from '#server/store/rows/alerts.ts'
import { lanesOfConnections } from '#server/store/rows/connections.ts'
import { EXPIRES_AFTER_MS } from '#shared/limits.ts'
import {
  COUNTED_WAITING,
  QUEUE_PAGE_SIZE,
  type QueueDrop,
  type QueueLane,
  type QueuePause,
} from '#shared/model/queue.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import { goneError, signedIn } from './callers.ts'
import { instant } from './instants.ts'
import {
  botOf,
  counted,
  headsOf,
  idOf,
  type Lane,
  lanesOf,
  sendingByBot,
  sumOf,
  targetOf,
} from './queue-lanes.ts'
import { goesOnAt, messagesOf, pauseOf, type Surroundings, whyWaiting } from './why-waiting.ts'

export type QueueTools = {
  /** Makes the dispatcher look at these lanes again, whose queued alerts may have changed. */
  wake: (lanes: string[]) => void
  /** Tells every dispatcher that lanes of the account were paused or resumed. */
  pausesChanged: (userId: string) => void
  /** Milliseconds that alerts wait during an outage; 0: they don't. */
  outageWindow: number
  /** Milliseconds to send `messages` to a chat within the rate limits; `ofBot`: messages of its bot to all chats. */
  drainTime: (chat: { isGroup: boolean; messages: number; ofBot: number }) => number
}

export function queueOperations({ wake, pausesChanged, outageWindow, drainTime }: QueueTools) {
  async function surroundings(reading: Owner): Promise<Surroundings> {
    const now = clock.now()
    const [pauses, processes, outageOfAll] = await Promise.all([
      readPauses(reading),
      deliveringProcesses(reading.db),
      readOutageOfAll(reading.db, now),
    ])
    return { now, pauses, processes, outageOfAll, outageWindow }
  }

  /**
   * Milliseconds until the first `alerts` alerts of the lane have left.
   * @param besides lanes of the same bot, which send in turn: counted with at most as many messages, of the same size
   */
  function leavesIn(lane: Lane, { bytes }: LaneHead, alerts: number, besides: readonly Lane[]) {
    const messagesIn = ({ connections }: Lane, count: number) =>
      messagesOf(count, { groups: connections.every(one => one.group_bursts === 1), bytes })
    const messages = messagesIn(lane, alerts)
    const others = besides
      .filter(one => one !== lane)
      .map(one => Math.min(messages, messagesIn(one, one.waiting)))
    const ofBot = others.reduce((all, some) => all + some, messages)
    return drainTime({ isGroup: isGroup(laneParts(lane.lane)), messages, ofBot })
  }

  function asQueueLane(
    lane: Lane,
    head: LaneHead | undefined,
    around: Surroundings,
    besides: readonly Lane[],
  ): QueueLane {
    const waiting = counted(lane.waiting)
    const shown = { ...targetOf(lane), waiting, paused: pauseOf(lane.lane, around) }
    if (!head) return { ...shown, since: null, reason: null, emptyAt: null, expiresAt: null }
    const reason = whyWaiting(lane.lane, head, around)
    const goesOn = waiting.more ? null : goesOnAt(reason, around.now)
    return {
      ...shown,
      since: instant(head.since),
      reason,
      emptyAt:
        goesOn === null ? null : instant(goesOn + leavesIn(lane, head, waiting.count, besides)),
      expiresAt: instant(head.since + EXPIRES_AFTER_MS),
    }
  }

  return {
    list: signedIn.queue.list.handler(async ({ context: { reading }, input: { page } }) => {
      const [around, connections] = await Promise.all([
        surroundings(reading),
        waitingByConnection(reading, { most: COUNTED_WAITING + 1 }),
      ])
      const { now, pauses } = around
      const lanes = lanesOf(connections).filter(
        ({ lane, firstSeq }) => firstSeq !== null || pauses.has(lane),
      )
      const shown = lanes.slice((page - 1) * QUEUE_PAGE_SIZE, page * QUEUE_PAGE_SIZE)
      const heads = await headsOf(reading, [...lanes.slice(0, 1), ...shown])
      const [oldest] = lanes.map(({ lane }) => heads.get(lane))
      const pausedAll = pauses.get(ALL_LANES)
      const sending = sendingByBot(lanes, around)
      return {
        items: shown.map(lane =>
          asQueueLane(lane, heads.get(lane.lane), around, sending.get(botOf(lane)) ?? []),
        ),
        total: lanes.length,
        page,
        pageSize: QUEUE_PAGE_SIZE,
        asOf: instant(now),
        waiting: counted(sumOf(lanes)),
        since: oldest ? instant(oldest.since) : null,
        pausedAllSince: pausedAll === undefined ? null : instant(pausedAll),
        pausedLanes: lanes.filter(({ lane }) => pauses.has(lane)).length,
        delivers: around.processes?.size !== 0,
      }
    }),

    place: signedIn.queue.place.handler(async ({ context: { reading }, input, errors }) => {
      const place = await readPlace(reading, input.id, COUNTED_WAITING + 1)
      if (!place) {
        if (await readAlert(reading, input.id)) return null
        throw errors.NOT_FOUND()
      }
      const [around, connections] = await Promise.all([
        surroundings(reading),
        waitingByConnection(reading, {
          most: COUNTED_WAITING + 1,
          botId: laneParts(place.lane).botId,
        }),
      ])
      const lanes = lanesOf(connections)
      const lane = lanes.find(one => one.lane === place.lane)
      const head = lane && (await headsOf(reading, [lane])).get(lane.lane)
      // The alert has left meanwhile.
      if (!lane || !head) return null
      const ahead = counted(place.ahead)
      const reason = whyWaiting(lane.lane, head, around)
      const goesOn = ahead.more ? null : goesOnAt(reason, around.now)
      const besides = sendingByBot(lanes, around).get(botOf(lane)) ?? []
      const leaves = () => leavesIn(lane, head, ahead.count, besides)
      return {
        lane: targetOf(lane),
        ahead,
        waiting: counted(lane.waiting),
        reason,
        paused: pauseOf(lane.lane, around),
        since: instant(place.since),
        expectedAt: goesOn === null ? null : instant(goesOn + leaves()),
        expiresAt: instant(place.since + EXPIRES_AFTER_MS),
      }
    }),

    pause: signedIn.queue.pause.handler(async ({ context: { owner }, input }) => {
      await ownerTransaction(owner, async own => {
        const { scope } = await lanesNamed(own, input)
        await pauseLane(own, scope, clock.now())
      })
      pausesChanged(owner.userId)
      return { paused: true as const }
    }),

    resume: signedIn.queue.resume.handler(async ({ context: { owner }, input }) => {
      const paused = await ownerTransaction(owner, async own => {
        const { scope } = await lanesNamed(own, input)
        await resumeLane(own, scope, clock.now())
        return (await readPauses(own)).has(ALL_LANES)
      })
      pausesChanged(owner.userId)
      return { paused }
    }),

    count: signedIn.queue.count.handler(async ({ context: { reading }, input }) =>
      counted(sumOf((await droppable(reading, input)).old)),
    ),

    drop: signedIn.queue.drop.handler(async ({ context: { owner, reading }, input }) => {
      const { old, lanes } = await droppable(reading, input)
      const lasts = old.flatMap(({ id, last_old, first_young }) =>
        last_old === null
          ? []
          : [{ id, last_seq: Math.min(last_old, (first_young ?? Number.MAX_SAFE_INTEGER) - 1) }],
      )
      if (lasts.length > 0)
        await ownerTransaction(owner, own =>
          failQueuedUpTo(own, lasts, { code: 'dropped', reason: deliveryTexts.dropped }),
        )
      wake(lanes)
      return { dropped: sumOf(old) }
    }),
  }
}

/** Alerts queued since `before` or earlier, by connection, and their lanes. @throws NOT_FOUND */
async function droppable(reading: Owner, { before, ...chat }: QueueDrop) {
  const { lanes, scope } = await lanesNamed(reading, chat)
  const lane = scope === ALL_LANES ? {} : { lane: scope }
  return { lanes, old: await waitingUpTo(reading, { ...lane, before: Date.parse(before) }) }
}

/** @throws NOT_FOUND if no connection of the account writes to the lane */
async function lanesNamed(
  own: Owner | OwnerTransacting,
  { laneId, connectionId }: QueuePause,
): Promise<{ scope: string; lanes: string[] }> {
  const all = await lanesOfConnections(own, connectionId)
  if (laneId === undefined && connectionId === undefined) return { scope: ALL_LANES, lanes: all }
  const lane = connectionId === undefined ? all.find(one => idOf(one) === laneId) : all[0]
  if (lane === undefined) throw goneError()
  return { scope: lane, lanes: [lane] }
}
