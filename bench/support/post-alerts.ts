import { setTimeout as pause } from 'node:timers/promises'
import { alertRequest } from './alert-request.ts'
import { KeepAliveClient } from './keep-alive-client.ts'
import { monotonicNow } from './monotonic-now.ts'

/** Destination of alerts, which take turns among the paths. */
export type Target = { port: number; paths: readonly string[] }

export type Posted = {
  number: number
  /** When the request was handed to the socket, on the machine's monotonic clock. */
  sentAt: number
  /** Milliseconds until the whole answer was there. */
  took: number
  status: number
}

let nextNumber = 0

/** A unique number, so that an arrival belongs to one post. */
export function takeNumber(): number {
  nextNumber += 1
  return nextNumber
}

/** Posts at full speed over a number of connections, each posting again once it is answered. */
export async function postAtFullSpeed(
  target: Target,
  { connections, enough }: { connections: number; enough: (posted: number) => boolean },
): Promise<Posted[]> {
  const all: Posted[] = []
  let begun = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      using client = new KeepAliveClient(target.port)
      while (!enough(begun)) {
        const path = pathOf(target, begun)
        begun += 1
        all.push(await post(client, path))
      }
    }),
  )
  return all
}

/** Posts at a rate, whether earlier requests are answered or not. */
export async function postAtRate(
  target: Target,
  { perSecond, count }: { perSecond: number; count: number },
): Promise<Posted[]> {
  using clients = new DisposableStack()
  const idle: KeepAliveClient[] = []
  const posting: Promise<Posted>[] = []
  const begun = monotonicNow()
  for (let nth = 0; nth < count; nth += 1) {
    const early = begun + (nth * 1_000) / perSecond - monotonicNow()
    if (early > 0) await pause(early)
    // Longest idle client, before the server closes it.
    const client = idle.shift() ?? clients.use(new KeepAliveClient(target.port))
    posting.push(
      post(client, pathOf(target, nth)).then(posted => {
        idle.push(client)
        return posted
      }),
    )
  }
  return await Promise.all(posting)
}

/** @throws Error if an alert was not answered 202 */
export function assertAccepted(posted: readonly Posted[]): void {
  const refused = posted.filter(({ status }) => status !== 202)
  if (refused.length > 0)
    throw new Error(`${refused.length} webhooks were refused, one with ${refused[0]?.status}`)
}

const pathOf = ({ paths }: Target, nth: number): string => paths[nth % paths.length] ?? '/'

async function post(client: KeepAliveClient, path: string): Promise<Posted> {
  const number = takeNumber()
  const request = alertRequest(path, number)
  const sentAt = monotonicNow()
  const status = await client.post(request)
  return { number, sentAt, took: monotonicNow() - sentAt, status }
}
