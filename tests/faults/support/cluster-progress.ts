/** The progress of a cluster under load, seen from the chats. */

import { until } from '../../support/until.ts'
import type { Cluster } from './cluster.ts'
import type { ClusterProcess } from './cluster-process.ts'
import { alertsIn } from './line.ts'

/** The evidence from now on, for `assertKept`. */
export function evidenceFromNow({ lines, botApi, trader }: Cluster) {
  const messages = botApi.messages.length
  const requests = botApi.requests.length
  return {
    trader,
    lines: lines.map(({ name, acknowledged }) => {
      const before = acknowledged.length
      return {
        name,
        get acknowledged() {
          return acknowledged.slice(before)
        },
      }
    }),
    botApi: {
      get messages() {
        return botApi.messages.slice(messages)
      },
      get requests() {
        return botApi.requests.slice(requests)
      },
    },
  }
}

/** Waits until each line has had a new alert taken and delivered. */
export async function goesOn({ lines, botApi }: Cluster): Promise<void> {
  const before = new Map(lines.map(line => [line, line.acknowledged.length]))
  let seen = botApi.messages.length
  await until('every line’s alerts are taken', () =>
    lines.every(line => line.acknowledged.length > (before.get(line) ?? 0)),
  )
  const awaited = new Set(lines.map(line => line.acknowledged[before.get(line) ?? 0]?.alert))
  await until('every line’s alerts are delivered', () => {
    for (const { text } of botApi.messages.slice(seen))
      for (const alert of alertsIn(text)) awaited.delete(alert)
    seen = botApi.messages.length
    return awaited.size === 0
  })
}

/** Waits until each worker has sent something new. */
export async function allWorkersSend({ workers, botApi }: Cluster): Promise<void> {
  const before = botApi.requests.length
  await until('every worker sends', () => {
    const senders = new Set(botApi.requests.slice(before).map(({ via }) => via))
    return workers.every(({ name }) => senders.has(name))
  })
}

/** Waits until another worker sends for one of the worker's bots. */
export async function othersStepIn({ botApi }: Cluster, worker: ClusterProcess): Promise<void> {
  const before = botApi.requests.length
  const latest = new Map(botApi.requests.map(({ token, via }) => [token, via]))
  await until(`others work for the bots of ${worker.name}`, () =>
    botApi.requests
      .slice(before)
      .some(({ token, via }) => latest.get(token) === worker.name && via !== worker.name),
  )
}

type Delivered = ReturnType<typeof evidenceFromNow>

/** Longest time after `since`, in milliseconds, in which a lane with waiting alerts delivered no alert. */
export function longestStandstill({ lines, botApi }: Delivered, since: number): number {
  const arrivedAt = new Map<string, number>()
  for (const { text, at } of botApi.messages)
    for (const alert of alertsIn(text)) if (!arrivedAt.has(alert)) arrivedAt.set(alert, at)
  let longest = 0
  for (const { acknowledged } of lines) {
    let moved = since
    for (const { alert, at } of acknowledged) {
      const arrived = arrivedAt.get(alert) ?? moved
      longest = Math.max(longest, arrived - Math.max(at, moved))
      moved = Math.max(moved, arrived)
    }
  }
  return longest
}
