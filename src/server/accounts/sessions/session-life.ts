import { randomBytes } from 'node:crypto'
import type { SessionChange, SessionRow } from '#server/store/rows/sessions.ts'
import { DAY_MS } from '#shared/limits.ts'

/** A session ends after this long without use. */
const IDLE_MS = 7 * DAY_MS
/** Max lifetime of a session, however much it is used, and of its cookie. */
export const LONGEST_MS = 90 * DAY_MS
/** Age at which a reference in use is replaced. */
const REPLACED_EVERY_MS = DAY_MS
/** Grace period of a replaced reference, while its successor may be on its way to other tabs. */
const GRACE_MS = 30_000
/** A reference shown this long after it expired belongs to a copy, not to a delayed request. */
export const COPY_AFTER_MS = 10 * 60_000
/** Max difference between clocks of processes; an expiry further ahead was written before the clock was set back. */
const CLOCKS_APART_MS = 5 * 60_000
/** Min interval between writes of a session's last use. */
const NOTED_EVERY_MS = 5 * 60_000

/**
 * A session, and the cookie that came with the request.
 * @property shown session reference in the cookie
 * @property isCurrent false if a newer reference has replaced it
 */
export type ShownSession = SessionRow & {
  shown: string
  isCurrent: boolean
  isUnbound: boolean
  isCurrentlySigned: boolean
}

/** Sign-in or last confirmation, milliseconds UTC; 0 for a replaced reference whose successor has been shown. */
export const authenticatedAt = (session: ShownSession): number =>
  session.isCurrent || isUnconfirmed(session)
    ? (session.authenticatedAt ?? instantOf(session.createdAt))
    : 0

/** Fields set on a new session in addition to the library's. */
export const newSession = (token: string, now: number) => ({
  expiresAt: new Date(now + IDLE_MS),
  lastUsedAt: now,
  reference: token,
})

/** True if a cookie with the reference `shown` is valid for the session now. */
export function isGood(session: SessionRow, shown: string, now: number): boolean {
  const { token, reference, previousReference, previousUntil } = session
  if (shown === (reference ?? token)) return true
  if (shown !== previousReference) return false
  if (previousUntil === null) return true
  return previousUntil > now && previousUntil <= now + GRACE_MS + CLOCKS_APART_MS
}

/** When the reference `shown`, no longer valid, expired or was replaced; milliseconds UTC. */
export const replacedAt = (session: SessionRow, shown: string): number =>
  (shown === session.previousReference ? session.previousUntil : null) ?? referenceSince(session)

/**
 * True if the session's cookie may lack the binding to a host: an older version set it, and this version has
 * not had time to replace it. Any other unbound cookie may have been planted by another host of the domain.
 */
export function mayBeUnbound(session: ShownSession, now: number): boolean {
  if (now - startOf(session) >= IDLE_MS) return false
  if (session.reference === null) return true
  // Session from before the update: requests with its token may be in flight while the cookie is replaced.
  const isOlder = session.startedAt !== null && session.shown === session.token
  return isOlder && now - referenceSince(session) < GRACE_MS
}

/** Changes to write because a session is used; null if it is up to date. */
export function upkeepOf(session: ShownSession, now: number): SessionChange | null {
  const change: SessionChange = {}
  if (session.isCurrent && isUnconfirmed(session)) change.previousUntil = now + GRACE_MS
  else if (session.isCurrent && now - referenceSince(session) >= REPLACED_EVERY_MS)
    // No expiry until the new reference is shown: the answer with it may be lost.
    Object.assign(change, replaced(session, now), { previousUntil: null })
  const lastUsedAt = session.lastUsedAt ?? instantOf(session.updatedAt)
  if (Math.abs(now - lastUsedAt) >= NOTED_EVERY_MS) {
    change.lastUsedAt = now
    change.expiresAt = new Date(Math.min(now + IDLE_MS, startOf(session) + LONGEST_MS))
  }
  return Object.keys(change).length === 0 ? null : change
}

/** Change that replaces the session's reference, unless done already; the shown one expires after the grace. */
export function renewalOf(session: ShownSession, now: number): SessionChange {
  if (session.isCurrent) return { ...replaced(session, now), previousUntil: now + GRACE_MS }
  return isUnconfirmed(session) ? { previousUntil: now + GRACE_MS } : {}
}

const replaced = ({ shown }: ShownSession, now: number) => ({
  reference: randomBytes(24).toString('base64url'),
  referenceSince: now,
  previousReference: shown,
})

/** True if the current reference has not been shown yet: the answer with it may have been lost. */
export const isUnconfirmed = ({ previousReference, previousUntil }: SessionRow): boolean =>
  previousReference !== null && previousUntil === null

const startOf = ({ startedAt, createdAt }: SessionRow): number => startedAt ?? instantOf(createdAt)

const referenceSince = (session: SessionRow): number => session.referenceSince ?? startOf(session)

const instantOf = (instant: string | Date): number => new Date(instant).getTime()
