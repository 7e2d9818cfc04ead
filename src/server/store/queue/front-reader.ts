import type { Database } from '#server/store/engine/schema.ts'
import { type FrontOf, LARGEST_GROUP, type LaneEntry, readFronts } from './deliveries.ts'

/** Lanes per statement; if all of them are long, it holds up other statements for some milliseconds. */
const LANES_AT_ONCE = 8

/** Reads the fronts of lanes: requests made during a read share the next statement. */
export class FrontReader {
  readonly #db: Database
  readonly #asked: (FrontOf & PromiseWithResolvers<LaneEntry[]>)[] = []
  #isReading = false

  constructor(db: Database) {
    this.#db = db
  }

  async read(lane: string, most: FrontOf['most']): Promise<LaneEntry[]> {
    const asked = Promise.withResolvers<LaneEntry[]>()
    this.#asked.push({ lane, most, ...asked })
    if (!this.#isReading) void this.#readAll()
    return asked.promise
  }

  async #readAll(): Promise<void> {
    this.#isReading = true
    while (this.#asked.length > 0) await this.#readSome()
    this.#isReading = false
  }

  async #readSome(): Promise<void> {
    const some = this.#asked.splice(0, LANES_AT_ONCE)
    try {
      const fronts = await readFronts(this.#db, distinct(some))
      for (const { lane, resolve } of some) resolve(fronts.get(lane) ?? [])
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
}

/** Merges requests for one lane: an abandoned lane object may ask beside its replacement. */
function distinct(asked: readonly FrontOf[]): FrontOf[] {
  const lanes = new Map<string, FrontOf>()
  for (const { lane, most } of asked)
    if (lanes.get(lane)?.most !== LARGEST_GROUP) lanes.set(lane, { lane, most })
  return [...lanes.values()]
}
