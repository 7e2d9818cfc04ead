import { clock } from '#server/base/clock.ts'
import { LookUps } from '#server/store/engine/look-ups.ts'
import type { Database } from '#server/store/engine/schema.ts'
import type { SendingContext } from '#server/store/queue/free-lanes.ts'
import {
  type AddressedConnection,
  connectionsByAddress,
  type ReceivingConnection,
} from '#server/store/rows/receiving-connections.ts'

/** Max wait for a look-up, so that time is left to store the webhook. */
const PATIENCE_MS = 500
/** Max cached connections with their contexts, some kilobytes each. */
const MOST_REMEMBERED = 2_000

/** Connections by address, and contexts for sending by connection id. */
export type ReadConnections = {
  connections: ReadonlyMap<string, ReceivingConnection>
  contexts: ReadonlyMap<string, SendingContext>
}

/**
 * Resolves addresses to connections. Found addresses are cached; unknown ones are looked up every time, batched:
 * however many are made up, they take one statement at a time. Also caches connections that transactions have read,
 * for later ones.
 */
export class KnownConnections {
  readonly #known = new Map<string, AddressedConnection>()
  readonly #lookUps: LookUps<AddressedConnection>
  readonly #connections = new Map<string, ReceivingConnection>()
  readonly #contexts = new Map<string, SendingContext>()
  #version: string | null = null

  constructor(db: Database) {
    this.#lookUps = new LookUps(async addresses => {
      const connections = await connectionsByAddress(db, addresses)
      for (const [address, connection] of connections) this.#known.set(address, connection)
      return connections
    })
  }

  /** The connection to which the address led at its last look-up. */
  get(address: string): AddressedConnection | undefined {
    return this.#known.get(address)
  }

  /** @returns null if the address leads to no connection; undefined if the database fails or does not answer in time */
  async lookUp(address: string): Promise<AddressedConnection | null | undefined> {
    const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>()
    const timer = clock.timer(PATIENCE_MS, () => giveUp(undefined))
    const found = this.#lookUps.find(address).catch(() => undefined)
    return Promise.race([found, late]).finally(() => timer.cancel())
  }

  forget(address: string): void {
    this.#known.delete(address)
  }

  /** Caches the connections and contexts that a transaction has read, if there is a line version: only in SQLite. */
  remember({ connections, contexts }: ReadConnections): void {
    for (const [address, connection] of connections) {
      const { version } = connection
      if (version === null) return
      if (version !== this.#version || this.#connections.size >= MOST_REMEMBERED) {
        this.#connections.clear()
        this.#contexts.clear()
        this.#version = version
      }
      this.#connections.set(address, connection)
    }
    for (const [id, context] of contexts) this.#contexts.set(id, context)
  }

  /** @returns the whole cache with its version, if it contains every address */
  recall(addresses: readonly string[]): (ReadConnections & { version: string }) | undefined {
    const version = this.#version
    if (version === null || !addresses.every(one => this.#connections.has(one))) return undefined
    return { version, connections: this.#connections, contexts: this.#contexts }
  }
}
