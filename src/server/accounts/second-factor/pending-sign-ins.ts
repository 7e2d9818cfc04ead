import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DerivedKeys } from '#server/base/key-ring.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { findSecondFactor } from '#server/store/rows/second-factors.ts'

/** How long a password that was right waits for its second factor. */
export const PENDING_SECONDS = 10 * 60

/** Whose password was right, and the second factor that is asked for. */
export type PendingSignIn = { userId: string; since: number; secret: string }

export type PendingSignIns = {
  /** @returns what the browser brings back; null where the password is all that it takes */
  begin: (userId: string, now: number) => Promise<string | null>
  /** @returns null for one that is over or was made up, and where password or factor are others now */
  read: (shown: string, now: number) => Promise<PendingSignIn | null>
}

/** Sign-ins between their two steps. Nothing is stored of one: its browser bears it, and only a key can make it. */
export function createPendingSignIns({
  db,
  keys,
}: {
  db: Database
  /** The first makes them, each checks them. */
  keys: DerivedKeys
}): PendingSignIns {
  /** Of the account, when it ends, and what it ends with. */
  const markOf = (key: Buffer, userId: string, until: number, { since, passwordHash }: Bound) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, until, since, passwordHash]))
      .digest()
  return {
    async begin(userId, now) {
      const factor = await findSecondFactor(db, userId)
      if (!factor) return null
      const until = now + PENDING_SECONDS * 1_000
      return `${userId}.${until}.${markOf(keys[0], userId, until, factor).toString('base64url')}`
    },
    async read(shown, now) {
      const [, userId = '', end, mark = ''] = /^(.+)\.(\d+)\.([\w-]+)$/.exec(shown) ?? []
      const until = Number(end)
      // What lasts longer is of a clock that was set back.
      if (!(until > now && until <= now + PENDING_SECONDS * 1_000)) return null
      const factor = await findSecondFactor(db, userId)
      if (!factor) return null
      const given = Buffer.from(mark, 'base64url')
      const isGood = keys.some(key => {
        const expected = markOf(key, userId, until, factor)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      return isGood ? { userId, since: factor.since, secret: factor.secret } : null
    },
  }
}

type Bound = { since: number; passwordHash: string | null }
