import type { Database } from '#server/store/engine/schema.ts'
import {
  type AddressedConnection,
  connectionsByAddress,
} from '#server/store/rows/receiving-connections.ts'

const ADDRESSES_AT_ONCE = 200
/** Longer than that a webhook can't wait, which is yet to be stored. */
const PATIENCE_MS = 500

type Asked = { address: string } & PromiseWithResolvers<AddressedConnection | null | undefined>

/**
 * To which connections addresses lead. Each is looked up once; those that lead to none are looked up every
 * time, together: however many are made up, they take one statement at a time.
 */
export class KnownConnections {
  readonly #db: Database
  readonly #known = new Map<string, AddressedConnection>()
  readonly #asked: Asked[] = []
  #isReading = false

  constructor(db: Database) {
    this.#db = db
  }

  /** The connection to which it led when it was last looked up. */
  get(address: string): AddressedConnection | undefined {
    return this.#known.get(address)
  }

  /** @returns null when it leads to none; undefined when the database does not say so in time */
  async lookUp(address: string): Promise<AddressedConnection | null | undefined> {
    const asked = { address, ...Promise.withResolvers<AddressedConnection | null | undefined>() }
    this.#asked.push(asked)
    if (!this.#isReading) void this.#readAll()
    const timer = setTimeout(() => asked.resolve(undefined), PATIENCE_MS)
    return asked.promise.finally(() => clearTimeout(timer))
  }

  forget(address: string): void {
    this.#known.delete(address)
  }

  async #readAll(): Promise<void> {
    this.#isReading = true
    // Whatever the sockets bring at once comes along.
    await new Promise(setImmediate)
    while (this.#asked.length > 0) await this.#readSome()
    this.#isReading = false
  }

  async #readSome(): Promise<void> {
    const some = this.#asked.splice(0, ADDRESSES_AT_ONCE)
    try {
      const addresses = new Set(some.map(({ address }) => address))
      const connections = await connectionsByAddress(this.#db, addresses)
      for (const [address, connection] of connections) this.#known.set(address, connection)
      for (const { address, resolve } of some) resolve(connections.get(address) ?? null)
    } catch {
      for (const { resolve } of some) resolve(undefined)
    }
  }
}
