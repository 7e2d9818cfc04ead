import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DerivedKeys } from '#server/base/key-ring.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { findSecondFactor } from '#server/store/rows/second-factors.ts'

/** Time allowed between the right password and the second factor. */
export const PENDING_SECONDS = 10 * 60

/** A sign-in with the right password: its account, and the second factor that it still needs. */
export type PendingSignIn = { userId: string; since: number; secret: string }

export type PendingSignIns = {
  /** @returns token that the browser sends back; null if the account has no second factor */
  begin: (userId: string, now: number) => Promise<string | null>
  /** @returns null if it has expired or is forged, or if the password or second factor has changed */
  read: (shown: string, now: number) => Promise<PendingSignIn | null>
}

/** Sign-ins between their two steps. They are not stored: the browser keeps a token that only a key can make. */
export function createPendingSignIns({
  db,
  keys,
}: {
  db: Database
  /** The first signs tokens, all of them verify. */
  keys: DerivedKeys
}): PendingSignIns {
  /** MAC of the account, the expiry, and the password and second factor whose change invalidates it. */
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
      // An expiry more than `PENDING_SECONDS` ahead was set before the clock was set back.
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
