import type { Logger } from 'pino'
import { clock } from '#server/base/clock.ts'
import type { Delays } from '#server/deliver/delays.ts'
import type { Lease } from '#server/deliver/workers/bot-assignment.ts'
import type { Observer } from '#server/observe/observer.ts'
import { GroupCommit } from '#server/store/engine/group-commit.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { lastly, together } from '#server/store/engine/together.ts'
import {
  beginAttempts,
  type PreparedAlert,
  type PreparedGroup,
} from '#server/store/queue/begin-attempt.ts'
import { completeDeliveries } from '#server/store/queue/outcomes.ts'
import { isReported, reportMisfits } from './report-misfits.ts'

type Work<T> = (trx: Transacting) => Promise<T>

/** A fully delivered message, with the ids of its parts. */
type Sent = {
  group: readonly PreparedAlert[]
  messageIds: readonly number[]
  /** Time of Telegram's answer, in milliseconds UTC. */
  at: number
}

type Task =
  | { kind: 'begin'; group: PreparedGroup }
  | { kind: 'complete'; sent: Sent; lingers: boolean }
  | { kind: 'other'; work: Work<unknown> }

/** Thrown when the lease has ended or is about to end: another process may work for the bot. */
export class LeaseEndedError extends Error {
  override name = 'LeaseEndedError'
}

/**
 * Writes for all deliveries. Simultaneous writes of all lanes share a transaction, and the messages that they begin
 * or complete share its statements.
 */
export type DeliveryWriter = {
  /**
   * Writes a message before it is sent.
   * @returns true if it is begun: everything is still as it was read
   * @throws LeaseEndedError
   * @throws any error of the store
   */
  begin: (group: PreparedGroup) => Promise<boolean>
  /**
   * Marks the alerts of a message as delivered, and retries until the store takes it. Needs no lease: the message has
   * arrived even if another process works for the bot.
   * @param options.lingers true: no work waits for it, so it may wait for other writes
   * @returns true if the error log reports that an alert was sent without its template
   */
  complete: (sent: Sent, options?: { lingers: boolean }) => Promise<boolean>
  /** Writes lingering completions now, because work waits for them. */
  hurry: () => void
  /**
   * @throws LeaseEndedError
   * @throws any error of the store
   */
  write: <T>(work: Work<T>) => Promise<T>
  /**
   * Retries until the store takes it. An effect in Telegram can't be undone, so the lane sends no message before it
   * is written.
   * @throws LeaseEndedError
   */
  writeUntilDone: <T>(work: Work<T>) => Promise<T>
}

export function createDeliveryWriter(
  db: Database,
  {
    lease,
    delays,
    log,
    observer,
  }: {
    lease: Pick<Lease, 'isValid'>
    delays: Delays
    log: Logger
    observer: Pick<Observer, 'group'>
  },
): DeliveryWriter {
  const group = new GroupCommit<Task, unknown>(db, (trx, tasks) => writeTasks(trx, tasks, lease), {
    onEnd: ({ length: size }, isWritten) => observer.group({ of: 'deliveries', size, isWritten }),
  })

  async function commit<T>(task: Task): Promise<T> {
    const result = await group.commit(task, { lingers: task.kind === 'complete' && task.lingers })
    if (result === REFUSED) throw new LeaseEndedError('another process works for the bot')
    return result as T
  }

  async function commitUntilDone<T>(task: Task): Promise<T> {
    for (;;) {
      try {
        return await commit<T>(task)
      } catch (error) {
        if (error instanceof LeaseEndedError) throw error
        log.error({ err: error }, 'an outcome could not be written yet')
        // A process that has to end does not wait for a lost store.
        await clock.pause(delays.writeRetry, { keepsAlive: false })
      }
    }
  }

  return {
    begin: begun => commit({ kind: 'begin', group: begun }),
    complete: (sent, { lingers } = { lingers: false }) =>
      commitUntilDone({ kind: 'complete', sent, lingers }),
    hurry: () => group.hurry(),
    write: work => commit({ kind: 'other', work }),
    writeUntilDone: work => commitUntilDone({ kind: 'other', work }),
  }
}

const REFUSED = Symbol('refused')

/** @returns each task's result, in order; REFUSED for tasks other than completions if the lease has ended */
async function writeTasks(
  trx: Transacting,
  tasks: readonly Task[],
  lease: Pick<Lease, 'isValid'>,
): Promise<unknown[]> {
  const now = clock.now()
  const results = new Map<Task, unknown>()
  const completions = tasks.filter(task => task.kind === 'complete')
  const begins = tasks.filter(task => task.kind === 'begin')
  const others = tasks.filter(task => task.kind === 'other')
  if (completions.length > 0) {
    const sent = completions.map(task => task.sent)
    const isLast = completions.length === tasks.length
    const completed = await complete(trx, sent, now, isLast)
    completions.forEach((task, nth) => void results.set(task, completed[nth]))
  }
  if (completions.length < tasks.length && (await lease.isValid(trx))) {
    if (begins.length > 0) {
      const groups = begins.map(({ group }) => group)
      const begun = await beginAttempts(trx, groups, now, others.length === 0 ? lastly : together)
      begins.forEach((task, nth) => void results.set(task, begun[nth]))
    }
    for (const task of others) results.set(task, await task.work(trx))
  }
  return tasks.map(task => (results.has(task) ? results.get(task) : REFUSED))
}

async function complete(
  trx: Transacting,
  sent: readonly Sent[],
  now: number,
  isLast: boolean,
): Promise<boolean[]> {
  const delivered = sent.map(({ group, messageIds, at }) => ({
    group: group.map(({ waiting }) => waiting),
    messageIds,
    at,
  }))
  const mayReport = sent.some(({ group }) => group.some(isReported))
  const kept = await completeDeliveries(trx, delivered, isLast && !mayReport ? lastly : together)
  const still = sent.map(({ group }) => group.filter(({ waiting }) => kept.has(waiting.alert_id)))
  await reportMisfits(trx, still.flat(), now)
  return still.map(group => group.some(isReported))
}
