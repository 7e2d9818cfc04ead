import { clock } from '#server/base/clock.ts'
import { FairSemaphore } from '#server/base/fair-semaphore.ts'
import type { Database, Transacting } from './schema.ts'
import { RowBusyError, StoreBusyError, WriteInDoubtError } from './store-errors.ts'
import { transaction, WRITE_PATIENCE_MS } from './transaction.ts'

type PendingItem<Item, Result> = {
  item: Item
  since: number
  isAnswered: boolean
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

const LARGEST_GROUP = 200
const HELD_PAUSE_MS = 25
const LINGER_MS = 25
/** Number of lingering items at which they are written at once. */
const COMPANY = 16
/** Options of a semaphore that runs one task at a time, since each takes a connection; any number may wait. */
const ONE_AT_A_TIME = {
  atOnce: 1,
  ofEach: 1,
  waiting: Number.POSITIVE_INFINITY,
  waitingOfEach: Number.POSITIVE_INFINITY,
  patience: Number.POSITIVE_INFINITY,
}

/**
 * Group commit: items that arrive together are written in one transaction; items that arrive while it is written
 * go into the next. An item is answered once its transaction is on disk. Items of a group that failed are set
 * aside and written alongside the next groups, so that no item fails or waits because of another.
 */
export class GroupCommit<Item, Result> {
  readonly #db: Database
  readonly #write: (trx: Transacting, items: Item[]) => Promise<Result[]>
  readonly #keyOf: (item: Item) => unknown
  readonly #ownerOf: (item: Item) => string
  readonly #onEnd: (items: readonly Item[], isWritten: boolean) => void
  #waiting: PendingItem<Item, Result>[] = []
  #running = false
  #endLinger = (): void => {}
  /** The next group is written without lingering. */
  #hurries = false
  /** Items set aside, by key: later items of the same key wait behind them. */
  readonly #aside = new Map<unknown, PendingItem<Item, Result>[]>()
  /** First tries of items set aside wait neither for second tries nor for all items of another owner. */
  readonly #firstTries = new FairSemaphore(ONE_AT_A_TIME)
  readonly #laterTries = new FairSemaphore(ONE_AT_A_TIME)

  /**
   * @param db waits for locks no longer than other items can wait
   * @param write gives one result per item, in order
   * @param options.keyOf key shared by items that wait for the same thing; default: each item has its own
   * @param options.ownerOf owner of an item: owners of items set aside take turns; default: one owner
   * @param options.onEnd called after each attempt to write items; `isWritten` is false if it failed or its result
   *   is unknown: they may be written again
   */
  constructor(
    db: Database,
    write: (trx: Transacting, items: Item[]) => Promise<Result[]>,
    {
      keyOf = item => item,
      ownerOf = () => '',
      onEnd = () => {},
    }: {
      keyOf?: (item: Item) => unknown
      ownerOf?: (item: Item) => string
      onEnd?: (items: readonly Item[], isWritten: boolean) => void
    } = {},
  ) {
    this.#db = db
    this.#write = write
    this.#keyOf = keyOf
    this.#ownerOf = ownerOf
    this.#onEnd = onEnd
  }

  /**
   * @param options.patience milliseconds until the promise settles at the latest
   * @param options.lingers waits up to 25 ms for others, to share their transaction
   * @throws StoreBusyError if the item could not be written in that time, or within two seconds
   * @throws WriteInDoubtError if it is unknown whether it was written, or will be
   */
  commit(
    item: Item,
    { patience, lingers = false }: { patience?: number; lingers?: boolean } = {},
  ): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const waiting = { item, since: clock.monotonic(), isAnswered: false, resolve, reject }
    this.#waiting.push(waiting)
    if (!lingers || this.#waiting.length >= COMPANY) this.hurry()
    if (!this.#running) {
      this.#running = true
      void this.#writeAll()
    }
    if (patience === undefined) return promise
    const timer = clock.timer(patience, () => this.#giveUp(waiting))
    return promise.finally(() => timer.cancel())
  }

  /** Writes lingering items now. */
  hurry(): void {
    if (this.#waiting.length === 0) return
    this.#hurries = true
    this.#endLinger()
  }

  #giveUp(waiting: PendingItem<Item, Result>): void {
    waiting.isAnswered = true
    const line = [this.#waiting, ...this.#aside.values()].find(one => one.includes(waiting))
    line?.splice(line.indexOf(waiting), 1)
    waiting.reject(
      line
        ? new StoreBusyError('what stands before it takes too long')
        : new WriteInDoubtError('it takes too long to write'),
    )
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#linger()
      await this.#gather()
      const group = this.#takeGroup()
      const isAside = ({ item }: PendingItem<Item, Result>) => this.#aside.has(this.#keyOf(item))
      this.#setAside(group.filter(isAside))
      await this.#writeGroup(group.filter(waiting => !isAside(waiting)))
    }
    this.#running = false
  }

  async #linger(): Promise<void> {
    if (this.#hurries) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = clock.timer(LINGER_MS, resolve)
    this.#endLinger = () => {
      timer.cancel()
      resolve()
    }
    await promise
  }

  /** Lets further items join, for as long as each turn of the event loop brings more. */
  async #gather(): Promise<void> {
    let before: number
    do {
      before = this.#waiting.length
      await clock.turn()
    } while (this.#waiting.length > before && this.#waiting.length < LARGEST_GROUP)
  }

  /** Takes all items. If they exceed a group, keys take turns, so that a flood of one key does not delay the others. */
  #takeGroup(): PendingItem<Item, Result>[] {
    const waiting = this.#waiting
    this.#waiting = []
    this.#hurries = false
    if (waiting.length <= LARGEST_GROUP) return waiting
    const group = this.#firstOfEach(waiting)
    this.#waiting = waiting.filter(one => !group.has(one))
    this.#hurries = true
    return waiting.filter(one => group.has(one))
  }

  #firstOfEach(waiting: readonly PendingItem<Item, Result>[]): Set<PendingItem<Item, Result>> {
    const lines = [...Map.groupBy(waiting, ({ item }) => this.#keyOf(item)).values()]
    const group = new Set<PendingItem<Item, Result>>()
    for (let place = 0; group.size < LARGEST_GROUP; place += 1)
      for (const line of lines) {
        const one = line[place]
        if (one && group.size < LARGEST_GROUP) group.add(one)
      }
    return group
  }

  async #writeGroup(group: PendingItem<Item, Result>[]): Promise<void> {
    const error = await this.#tryToWrite(group)
    if (error === null) return
    if (error instanceof RowBusyError) this.#setAside(stillPatient(group, error))
    else if (group.length > 1 && !concernsAll(error)) this.#setAside(group)
    else for (const waiting of group) waiting.reject(error)
  }

  /** @returns the error if the group was not written; null if it was, and is answered */
  async #tryToWrite(group: readonly PendingItem<Item, Result>[]): Promise<unknown> {
    const oldest = group[0]
    if (!oldest) return null
    const items = group.map(({ item }) => item)
    try {
      const results = await transaction(this.#db, trx => this.#write(trx, items), {
        patience: patienceOf(oldest),
        waitsForRows: false,
      })
      this.#onEnd(items, true)
      group.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result)
      })
      return null
    } catch (error) {
      this.#onEnd(items, false)
      return error
    }
  }

  #setAside(group: readonly PendingItem<Item, Result>[]): void {
    for (const [key, some] of Map.groupBy(group, ({ item }) => this.#keyOf(item))) {
      const line = this.#aside.get(key)
      if (line) line.push(...some)
      else void this.#writeAside(key, some)
    }
  }

  /** Writes the items of one key in their own queue, until it is empty. */
  async #writeAside(key: unknown, line: PendingItem<Item, Result>[]): Promise<void> {
    this.#aside.set(key, line)
    const [owner = ''] = line.map(({ item }) => this.#ownerOf(item))
    let tries = this.#firstTries
    while (line.length > 0) {
      const held = await tries.run(owner, () => this.#tryAside(line.splice(0, LARGEST_GROUP)))
      line.unshift(...held)
      if (held.length > 0) await clock.pause(HELD_PAUSE_MS)
      tries = this.#laterTries
    }
    this.#aside.delete(key)
  }

  /** @returns the items that have to wait longer */
  async #tryAside(group: PendingItem<Item, Result>[]): Promise<PendingItem<Item, Result>[]> {
    const error = await this.#tryToWrite(group)
    if (error === null) return []
    if (error instanceof RowBusyError) return stillPatient(group, error)
    if (group.length > 1 && !concernsAll(error)) {
      const held: PendingItem<Item, Result>[] = []
      for (const waiting of group) held.push(...(await this.#tryAside([waiting])))
      return held
    }
    for (const waiting of group) waiting.reject(error)
    return []
  }
}

/** Rejects the items whose patience is at its end, and returns the others that are still unanswered. */
function stillPatient<Item, Result>(
  group: readonly PendingItem<Item, Result>[],
  error: RowBusyError,
): PendingItem<Item, Result>[] {
  // One instant for all: an item must not run out of patience between two looks at it.
  const now = clock.monotonic()
  const isPatient = (waiting: PendingItem<Item, Result>) => patienceOf(waiting, now) > 0
  for (const waiting of group) if (!isPatient(waiting)) waiting.reject(error)
  return group.filter(waiting => !waiting.isAnswered && isPatient(waiting))
}

const patienceOf = ({ since }: { since: number }, now = clock.monotonic()): number =>
  WRITE_PATIENCE_MS - (now - since)

const concernsAll = (error: unknown): boolean =>
  error instanceof StoreBusyError && !(error instanceof RowBusyError)
