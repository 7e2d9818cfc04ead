/** The lanes of an account, put together from its connections. */
import type { Owner } from '#server/store/engine/owner.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import {
  type ConnectionWaiting,
  type LaneHead,
  readHeads,
} from '#server/store/queue/waiting-lanes.ts'
import { COUNTED_WAITING, type Counted, QUEUE_CONNECTIONS } from '#shared/model/queue.ts'
import { pauseOf, type Surroundings } from './why-waiting.ts'

/** A lane with the connections to it. */
export type Lane = {
  lane: string
  connections: readonly ConnectionWaiting[]
  /** Number of queued alerts, each connection's counted up to a bound. */
  waiting: number
  /** Sequence number of the first queued alert; null if the lane is empty. */
  firstSeq: number | null
}

/** Longest waiting lane first, empty lanes last. */
export const lanesOf = (connections: readonly ConnectionWaiting[]): Lane[] =>
  [...Map.groupBy(connections, ({ lane }) => lane)]
    .map(([lane, own]) => {
      const first = Math.min(...own.map(({ first_seq }) => first_seq ?? Number.POSITIVE_INFINITY))
      return {
        lane,
        connections: own,
        waiting: sumOf(own),
        firstSeq: Number.isFinite(first) ? first : null,
      }
    })
    .sort((a, b) => (a.firstSeq ?? Number.MAX_VALUE) - (b.firstSeq ?? Number.MAX_VALUE))

/** Lanes with queued alerts that are not paused, by bot. */
export const sendingByBot = (lanes: readonly Lane[], around: Surroundings): Map<string, Lane[]> =>
  Map.groupBy(
    lanes.filter(({ lane, waiting }) => waiting > 0 && pauseOf(lane, around) === null),
    botOf,
  )

export const botOf = ({ lane }: Lane): string => laneParts(lane).botId

/** Heads by lane. */
export async function headsOf(
  reading: Owner,
  lanes: readonly Lane[],
): Promise<Map<string, LaneHead>> {
  const seqs = lanes.flatMap(({ firstSeq }) => firstSeq ?? [])
  const heads = await readHeads(reading, [...new Set(seqs)])
  return new Map(heads.map(head => [head.lane, head]))
}

/** Id of a lane in the API, without the account, which is the caller's. */
export const idOf = (lane: string): string => {
  const { botId, chatId } = laneParts(lane)
  return `${botId}:${chatId}`
}

/** Bot, chat and connections of a lane. */
export function targetOf({ lane, connections }: Lane) {
  const { botId, chatId } = laneParts(lane)
  return {
    id: idOf(lane),
    botId,
    botTokenTail: connections[0]?.telegram_bot_token_tail ?? '',
    chatId,
    connections: connections
      .slice(0, QUEUE_CONNECTIONS)
      .map(({ id, name, is_active }) => ({ id, name, isActive: is_active === 1 })),
    connectionCount: connections.length,
  }
}

export const sumOf = (some: readonly { waiting: number }[]): number =>
  some.reduce((all, { waiting }) => all + waiting, 0)

export const counted = (count: number): Counted => ({
  count: Math.min(count, COUNTED_WAITING),
  more: count > COUNTED_WAITING,
})
