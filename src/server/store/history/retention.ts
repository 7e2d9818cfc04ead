import type { Logger } from 'pino'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { deleteAlerts } from '#server/store/rows/alerts.ts'
import { accountsThatForget, keptDays } from '#server/store/rows/profiles.ts'
import { DAY_MS } from '#shared/limits.ts'
import { noteTime, passedTime } from './trusted-clock.ts'

/** Alerts of one transaction, between which others have their turn. */
const STEP = 500
const HOUR_MS = 3_600_000
/** How long after a failure it is tried anew. */
const AGAIN_MS = 60_000

interface HistoryKeeping {
  db: Database
  log: Logger
  /** Is told whenever alerts of an account were deleted, and in which lanes some still waited. */
  onDeleted: (userId: string, lanes: string[]) => void
}

/** Deletes the alerts that accounts do not keep any longer, one account after the other. */
export class HistoryKeeper implements AsyncDisposable {
  readonly #keeping: HistoryKeeping
  readonly #stopping = new AbortController()
  #work = Promise.resolve()
  #timers: NodeJS.Timeout[] = []

  constructor(keeping: HistoryKeeping) {
    this.#keeping = keeping
  }

  /** From now on every account once a day. */
  start(): void {
    this.#clearAll()
    this.#timers = [
      setInterval(() => this.#clearAll(), DAY_MS),
      setInterval(() => this.#add(() => this.#noteTime()), HOUR_MS),
    ]
  }

  /** One account at its turn; nobody has to wait for it. */
  clear(userId: string): void {
    this.#add(() => this.#clear(userId))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#stopping.abort()
    await this.#work
  }

  #clearAll(): void {
    this.#add(async () => {
      await this.#noteTime()
      for (const userId of await accountsThatForget(this.#keeping.db)) this.clear(userId)
    })
  }

  async #noteTime(): Promise<void> {
    const { db, log } = this.#keeping
    const ahead = await noteTime(db)
    if (ahead > 0)
      log.warn(
        { days: Math.round(ahead / DAY_MS) },
        'the clock is ahead of the time that has passed: what is deleted by its age waits for that',
      )
  }

  #add(clear: () => Promise<void>): void {
    const { log } = this.#keeping
    this.#work = this.#work.then(clear).catch(error => {
      log.warn({ err: error }, 'old alerts are deleted later')
      this.#again(clear)
    })
  }

  async #clear(userId: string): Promise<void> {
    const { db, onDeleted } = this.#keeping
    for await (const { lanes } of clearHistory({ db, userId }, this.#stopping.signal))
      onDeleted(userId, lanes)
  }

  #again(clear: () => Promise<void>): void {
    const { signal } = this.#stopping
    if (signal.aborted) return
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel)
      this.#add(clear)
    }, AGAIN_MS)
    const cancel = () => clearTimeout(timer)
    signal.addEventListener('abort', cancel)
  }
}

type Step = { deleted: number; lanes: string[] }

/**
 * Deletes what an account does not keep any longer, until all of it is gone or `signal` aborts.
 * How long that is, is asked anew at every step.
 * @returns for each step how many it deleted, and in which lanes some of them were still to be sent
 */
export async function* clearHistory(owner: Owner, signal: AbortSignal): AsyncGenerator<Step> {
  while (!signal.aborted) {
    const step = await ownerTransaction(owner, forgetSome)
    if (step.deleted === 0) return
    yield step
    await new Promise(setImmediate)
  }
}

async function forgetSome(own: OwnerTransacting): Promise<Step> {
  const days = await keptDays(own)
  const oldest =
    days === null ? [] : await oldestBefore(own, (await passedTime(own.db)) - days * DAY_MS)
  return oldest.length === 0 ? { deleted: 0, lanes: [] } : deleteAlerts(own, oldest)
}

async function oldestBefore({ db, userId }: OwnerTransacting, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('id')
    .where('user_id', '=', userId)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(STEP)
    .execute()
  return rows.map(row => row.id)
}
