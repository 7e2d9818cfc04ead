import type { Database, Transacting } from './schema.ts'
import { RowBusyError, StoreBusyError, WriteInDoubtError } from './store-busy-error.ts'
import { transaction, WRITE_PATIENCE_MS } from './transaction.ts'

type Waiting<Item, Result> = {
  item: Item
  since: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

const LARGEST_GROUP = 200

/**
 * Items that come together are written in one transaction: the first opens it, and whatever comes
 * while it is written goes into the next. Each is answered when its own transaction is on disk. A
 * group that fails is written again item by item, side by side where the database can, so that nobody
 * pays or waits for a neighbour.
 */
export class GroupCommit<Item, Result> {
  readonly #db: Database
  readonly #write: (trx: Transacting, items: Item[]) => Promise<Result[]>
  #waiting: Waiting<Item, Result>[] = []
  #running = false

  /** @param write gives one result an item, in order */
  constructor(db: Database, write: (trx: Transacting, items: Item[]) => Promise<Result[]>) {
    this.#db = db
    this.#write = write
  }

  /**
   * @param patience milliseconds after which an answer comes whatever happens
   * @throws StoreBusyError when the item could not be written in that time, or within two seconds
   * @throws WriteInDoubtError when it is not known whether it was written, or will be
   */
  commit(item: Item, patience?: number): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const waiting = { item, since: performance.now(), resolve, reject }
    this.#waiting.push(waiting)
    if (!this.#running) {
      this.#running = true
      void this.#writeAll()
    }
    if (patience === undefined) return promise
    const timer = setTimeout(() => this.#giveUp(waiting), patience)
    return promise.finally(() => clearTimeout(timer))
  }

  #giveUp(waiting: Waiting<Item, Result>): void {
    const place = this.#waiting.indexOf(waiting)
    if (place >= 0) this.#waiting.splice(place, 1)
    waiting.reject(
      place >= 0
        ? new StoreBusyError('those before it take too long to write')
        : new WriteInDoubtError('it takes too long to write'),
    )
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      await this.#writeGroup(this.#waiting.splice(0, LARGEST_GROUP))
    }
    this.#running = false
  }

  /** Whatever the sockets bring comes along, for as long as each turn of the event loop brings more. */
  async #gather(): Promise<void> {
    let before: number
    do {
      before = this.#waiting.length
      await new Promise(setImmediate)
    } while (this.#waiting.length > before && this.#waiting.length < LARGEST_GROUP)
  }

  async #writeGroup(group: Waiting<Item, Result>[]): Promise<void> {
    const oldest = group[0]
    if (!oldest) return
    const patience = WRITE_PATIENCE_MS - (performance.now() - oldest.since)
    try {
      const items = group.map(waiting => waiting.item)
      const write = (trx: Transacting) => this.#write(trx, items)
      const results = await transaction(this.#db, write, patience, group.length > 1)
      group.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result)
      })
    } catch (error) {
      const concernsAll = error instanceof StoreBusyError && !(error instanceof RowBusyError)
      if (group.length === 1 || concernsAll) for (const waiting of group) waiting.reject(error)
      else await Promise.all(group.map(waiting => this.#writeGroup([waiting])))
    }
  }
}
