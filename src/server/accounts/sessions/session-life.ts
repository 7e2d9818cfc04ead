import { randomBytes } from 'node:crypto'
import type { SessionChange, SessionRow } from '#server/store/rows/sessions.ts'
import { DAY_MS } from '#shared/limits.ts'

/** A session ends when it was not used for so long. */
const IDLE_MS = 7 * DAY_MS
/** After so long it ends, however much it is used; a cookie is kept for as long. */
export const LONGEST_MS = 90 * DAY_MS
/** A reference that is in use is replaced when it is as old. */
const REPLACED_EVERY_MS = DAY_MS
/** For so long what took its place may be on its way to other tabs. */
const GRACE_MS = 30_000
/** No request that bears a replaced reference is on its way for so long after its time: it is a copy's. */
export const COPY_AFTER_MS = 10 * 60_000
/** Clocks of processes differ by less; an end that is further off was written before the clock was set back. */
const CLOCKS_APART_MS = 5 * 60_000
/** What a use is written down after, at most. */
const NOTED_EVERY_MS = 5 * 60_000

/**
 * As a request shows it.
 * @property isCurrent false: what is shown was replaced
 */
export type ShownSession = SessionRow & {
  shown: string
  isCurrent: boolean
  isUnbound: boolean
  isCurrentlySigned: boolean
}

/** Who shows what is about to end has not confirmed what took its place. */
export const authenticatedAt = (session: ShownSession): number =>
  session.isCurrent || isUnconfirmed(session)
    ? (session.authenticatedAt ?? instantOf(session.createdAt))
    : 0

/** What is written of a new session beside what the library writes. */
export const newSession = (token: string, now: number) => ({
  expiresAt: new Date(now + IDLE_MS),
  lastUsedAt: now,
  reference: token,
})

/** Whether a cookie of the session may bear this now. */
export function isGood(session: SessionRow, shown: string, now: number): boolean {
  const { token, reference, previousReference, previousUntil } = session
  if (shown === (reference ?? token)) return true
  if (shown !== previousReference) return false
  if (previousUntil === null) return true
  return previousUntil > now && previousUntil <= now + GRACE_MS + CLOCKS_APART_MS
}

/** When what is `shown`, and no longer good, had its time, milliseconds UTC. */
export const replacedAt = (session: SessionRow, shown: string): number =>
  (shown === session.previousReference ? session.previousUntil : null) ?? referenceSince(session)

/**
 * Whether its cookie may be one that is bound to no host: of a version that bound none, until this one had
 * time to. Any other may have been planted by another host of the domain.
 */
export function mayBeUnbound(session: ShownSession, now: number): boolean {
  if (now - startOf(session) >= IDLE_MS) return false
  if (session.reference === null) return true
  // Of those that were there at the update, with requests that were on their way.
  const isOlder = session.startedAt !== null && session.shown === session.token
  return isOlder && now - referenceSince(session) < GRACE_MS
}

/** What is to be written because a session is used; null: nothing yet. */
export function upkeepOf(session: ShownSession, now: number): SessionChange | null {
  const change: SessionChange = {}
  if (session.isCurrent && isUnconfirmed(session)) change.previousUntil = now + GRACE_MS
  else if (session.isCurrent && now - referenceSince(session) >= REPLACED_EVERY_MS)
    // Until it is shown, the answer may be lost.
    Object.assign(change, replaced(session, now), { previousUntil: null })
  const lastUsedAt = session.lastUsedAt ?? instantOf(session.updatedAt)
  if (Math.abs(now - lastUsedAt) >= NOTED_EVERY_MS) {
    change.lastUsedAt = now
    change.expiresAt = new Date(Math.min(now + IDLE_MS, startOf(session) + LONGEST_MS))
  }
  return Object.keys(change).length === 0 ? null : change
}

/** What is to be written to replace its reference, whose time is over shortly after. */
export function renewalOf(session: ShownSession, now: number): SessionChange {
  if (session.isCurrent) return { ...replaced(session, now), previousUntil: now + GRACE_MS }
  return isUnconfirmed(session) ? { previousUntil: now + GRACE_MS } : {}
}

const replaced = ({ shown }: ShownSession, now: number) => ({
  reference: randomBytes(24).toString('base64url'),
  referenceSince: now,
  previousReference: shown,
})

/** Whether the answer with its reference may have been lost: nobody has shown it. */
export const isUnconfirmed = ({ previousReference, previousUntil }: SessionRow): boolean =>
  previousReference !== null && previousUntil === null

const startOf = ({ startedAt, createdAt }: SessionRow): number => startedAt ?? instantOf(createdAt)

const referenceSince = (session: SessionRow): number => session.referenceSince ?? startOf(session)

const instantOf = (instant: string | Date): number => new Date(instant).getTime()
