import { clock } from '#server/base/clock.ts'
import { LookUps } from '#server/store/engine/look-ups.ts'
import type { Database } from '#server/store/engine/schema.ts'
import {
  type AddressedConnection,
  connectionsByAddress,
} from '#server/store/rows/receiving-connections.ts'

/** Longer than that a webhook can't wait, which is yet to be stored. */
const PATIENCE_MS = 500

/**
 * To which connections addresses lead. Each is looked up once; those that lead to none are looked up every
 * time, together: however many are made up, they take one statement at a time.
 */
export class KnownConnections {
  readonly #known = new Map<string, AddressedConnection>()
  readonly #lookUps: LookUps<AddressedConnection>

  constructor(db: Database) {
    this.#lookUps = new LookUps(async addresses => {
      const connections = await connectionsByAddress(db, addresses)
      for (const [address, connection] of connections) this.#known.set(address, connection)
      return connections
    })
  }

  /** The connection to which it led when it was last looked up. */
  get(address: string): AddressedConnection | undefined {
    return this.#known.get(address)
  }

  /** @returns null when it leads to none; undefined when the database does not say so in time */
  async lookUp(address: string): Promise<AddressedConnection | null | undefined> {
    const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>()
    const timer = clock.timer(PATIENCE_MS, () => giveUp(undefined))
    const found = this.#lookUps.find(address).catch(() => undefined)
    return Promise.race([found, late]).finally(() => timer.cancel())
  }

  forget(address: string): void {
    this.#known.delete(address)
  }
}
