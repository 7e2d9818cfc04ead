import { clock } from '#server/base/clock.ts'

const AT_ONCE = 200

type Asked<T> = { key: string } & PromiseWithResolvers<T | null>

/** Looks up keys in batches: keys requested together share a statement, and one statement runs at a time. */
export class LookUps<T> {
  readonly #read: (keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, T>>
  readonly #asked: Asked<T>[] = []
  #isReading = false

  /** @param read returns the value of each given key that has a value */
  constructor(read: (keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, T>>) {
    this.#read = read
  }

  /** @returns null if the key has no value */
  find(key: string): Promise<T | null> {
    const asked = { key, ...Promise.withResolvers<T | null>() }
    this.#asked.push(asked)
    if (!this.#isReading) void this.#readAll()
    return asked.promise
  }

  async #readAll(): Promise<void> {
    this.#isReading = true
    // One turn of the event loop, so that requests that arrive at once share a batch.
    await clock.turn()
    while (this.#asked.length > 0) await this.#readSome()
    this.#isReading = false
  }

  async #readSome(): Promise<void> {
    const some = this.#asked.splice(0, AT_ONCE)
    try {
      const found = await this.#read(new Set(some.map(({ key }) => key)))
      for (const { key, resolve } of some) resolve(found.get(key) ?? null)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
}
