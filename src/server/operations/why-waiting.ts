/** Reason why a lane's alerts wait, and an estimate of how long. */
import { LARGEST_GROUP } from '#server/store/queue/deliveries.ts'
import { isGroup, laneParts } from '#server/store/queue/lane-key.ts'
import { isBelieved } from '#server/store/queue/outage-status.ts'
import { ALL_LANES } from '#server/store/queue/pauses.ts'
import { remaining } from '#server/store/queue/stored-flood-waits.ts'
import type { LaneHead } from '#server/store/queue/waiting-lanes.ts'
import { MESSAGE_MAX_CODE_POINTS } from '#shared/message/split.ts'
import type { QueueReason } from '#shared/model/queue.ts'
import { instant } from './instants.ts'

/** Facts that hold for all lanes of an account. */
export type Surroundings = {
  now: number
  /** Start of each pause by lane, milliseconds UTC. */
  pauses: ReadonlyMap<string, number>
  /** Ids of the processes that deliver; null on SQLite, where only one does. */
  processes: ReadonlySet<string> | null
  /** Start of an outage of all bots; null while Telegram answers some. */
  outageOfAll: number | null
  /** Milliseconds that alerts wait during an outage; 0: they don't. */
  outageWindow: number
}

/** Pause by the owner; `ofAll`: all lanes are paused. Null if the lane is not paused. */
export function pauseOf(lane: string, { pauses }: Pick<Surroundings, 'pauses'>) {
  const [own, ofAll] = [pauses.get(lane), pauses.get(ALL_LANES)]
  const since = own ?? ofAll
  return since === undefined ? null : { since: instant(since), ofAll: ofAll !== undefined }
}

export function whyWaiting(lane: string, head: LaneHead, around: Surroundings): QueueReason {
  const { now, processes } = around
  const paused = pauseOf(lane, around)
  if (paused) return { kind: 'paused', ...paused }
  if (processes?.size === 0) return { kind: 'no-process' }
  if (processes && !processes.has(head.worker ?? '')) return { kind: 'unassigned' }
  const due = head.due_at - now
  return (
    outageReason(head, around) ??
    floodWaitReason(head, now) ??
    (head.in_flight === 1 ? { kind: 'sending' } : null) ??
    (due > 0 && due <= head.due_wait
      ? {
          kind: 'retry',
          at: instant(head.due_at),
          attempts: head.attempts,
          reason: head.error_reason,
        }
      : { kind: 'turn', chat: isGroup(laneParts(lane)) ? 'group' : 'private' })
  )
}

function outageReason(
  { silent_since, silent_seen, since: waitsSince }: LaneHead,
  { now, outageOfAll, outageWindow }: Surroundings,
): QueueReason | null {
  const ofBot = silent_seen !== null && isBelieved(silent_seen, now) ? silent_since : null
  const since = outageOfAll ?? ofBot
  if (since === null) return null
  return {
    kind: 'outage',
    of: outageOfAll === null ? 'bot' : 'all',
    since: instant(since),
    givesUpAt: outageWindow > 0 ? instant(Math.max(since, waitsSince) + outageWindow) : null,
  }
}

function floodWaitReason(head: LaneHead, now: number): QueueReason | null {
  const ofLane = remaining({ until: head.lane_waits_until, wait: head.lane_wait }, now)
  const ofBot = remaining({ until: head.bot_waits_until, wait: head.bot_wait }, now)
  const left = Math.max(ofLane, ofBot)
  if (left === 0) return null
  const isOfBot = ofBot > ofLane
  return {
    kind: 'flood-wait',
    of: isOfBot ? 'bot' : 'chat',
    seconds: Math.ceil(((isOfBot ? head.bot_wait : head.lane_wait) ?? 0) / 1_000),
    until: instant(now + left),
  }
}

/** Instant at which the lane sends again (milliseconds UTC); null if unpredictable. */
export function goesOnAt(reason: QueueReason, now: number): number | null {
  switch (reason.kind) {
    case 'turn':
    case 'sending':
      return now
    case 'flood-wait':
      return Date.parse(reason.until)
    case 'retry':
      return Date.parse(reason.at)
    case 'paused':
    case 'no-process':
    case 'unassigned':
    case 'outage':
      return null
  }
}

/** Smallest size of an alert in a group: its own line, and the template's text. */
const SMALLEST_MESSAGE = 40

/** Estimated number of messages for a number of alerts. @param bytes size of one alert */
export function messagesOf(alerts: number, { groups, bytes }: { groups: boolean; bytes: number }) {
  const together = Math.floor(MESSAGE_MAX_CODE_POINTS / Math.max(SMALLEST_MESSAGE, bytes))
  return groups ? Math.ceil(alerts / Math.min(LARGEST_GROUP, Math.max(1, together))) : alerts
}
