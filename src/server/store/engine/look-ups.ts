import { clock } from '#server/base/clock.ts'

const AT_ONCE = 200

type Asked<T> = { key: string } & PromiseWithResolvers<T | null>

/** Looks up together what is asked for at a time: however much that is, it takes one statement at a time. */
export class LookUps<T> {
  readonly #read: (keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, T>>
  readonly #asked: Asked<T>[] = []
  #isReading = false

  /** @param read what there is of some keys */
  constructor(read: (keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, T>>) {
    this.#read = read
  }

  /** @returns null where there is none */
  find(key: string): Promise<T | null> {
    const asked = { key, ...Promise.withResolvers<T | null>() }
    this.#asked.push(asked)
    if (!this.#isReading) void this.#readAll()
    return asked.promise
  }

  async #readAll(): Promise<void> {
    this.#isReading = true
    // Whatever the sockets bring at once comes along.
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
