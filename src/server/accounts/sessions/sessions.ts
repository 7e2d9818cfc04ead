import type { SignedIn } from '#server/accounts/credentials.ts'
import { type SeenBrowser, seenIn } from '#server/accounts/seen-browser.ts'
import { clock } from '#server/base/clock.ts'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/engine/schema.ts'
import {
  changeSession,
  confirmSession,
  deleteSession,
  findSession,
  type SessionRow,
} from '#server/store/rows/sessions.ts'
import type { SessionCookie, ShownCookie } from './session-cookie.ts'
import {
  authenticatedAt,
  COPY_AFTER_MS,
  isGood,
  isUnconfirmed,
  LONGEST_MS,
  mayBeUnbound,
  renewalOf,
  replacedAt,
  type ShownSession,
  upkeepOf,
} from './session-life.ts'

/** Delay before a failed write is retried. */
const RETRY_MS = 60_000

/** @property sessionId id of the session that ended */
export type CopiedSession = { sessionId: string; browser: SeenBrowser }

/** Browser sessions: finds them by their cookie, and renews them. */
export class Sessions {
  readonly #db: Database
  readonly #cookie: SessionCookie
  readonly #log: Log
  readonly #onCopied: (session: CopiedSession) => Promise<void>
  /** Ids of sessions whose row is being written, or whose write has just failed: other requests skip it. */
  readonly #writing = new Set<string>()
  /** `Set-Cookie` values for the answers, by the requests' headers. */
  readonly #answers = new WeakMap<Headers, string>()

  constructor({
    db,
    cookie,
    log,
    onCopied,
  }: {
    db: Database
    cookie: SessionCookie
    log: Log
    onCopied: (session: CopiedSession) => Promise<void>
  }) {
    this.#db = db
    this.#cookie = cookie
    this.#log = log
    this.#onCopied = onCopied
  }

  /**
   * Reads the session with one statement, because every call needs it. The signature is checked
   * synchronously; the authentication library would use the threads that read files. From time to time it
   * records that the session is used and replaces its reference.
   * @throws StoreBusyError
   */
  async read(headers: Headers): Promise<SignedIn | null> {
    const session = await this.find(headers)
    if (!session) return null
    await this.#keep(session, headers)
    const { id, userId, email, name } = session
    const by = { kind: 'session', id, authenticatedAt: authenticatedAt(session) } as const
    return { userId, email, name, by }
  }

  /** Session of the request's cookie, or null. Ends the session if the cookie is a copy. */
  async find(headers: Headers): Promise<ShownSession | null> {
    const found = await this.#rowOf(headers)
    if (!found) return null
    const { row, cookie } = found
    const { reference: shown, isUnbound, isCurrentlySigned } = cookie
    const now = clock.now()
    if (!isGood(row, shown, now)) {
      if (now - replacedAt(row, shown) >= COPY_AFTER_MS) await this.#endCopied(row, headers)
      return null
    }
    const isCurrent = shown === (row.reference ?? row.token)
    const session = { ...row, shown, isCurrent, isUnbound, isCurrentlySigned }
    return isUnbound && !mayBeUnbound(session, now) ? null : session
  }

  /**
   * Ends the session whose reference the request carries, if that was replaced and its grace period is over. A
   * browser that signs in again never got the successor, so another browser is using it.
   */
  async endCopied(headers: Headers): Promise<void> {
    const found = await this.#rowOf(headers)
    if (found && !isGood(found.row, found.cookie.reference, clock.now()))
      await this.#endCopied(found.row, headers)
  }

  /**
   * Replaces the request's reference, which stays valid for another half minute.
   * @param confirmed true if the user has just confirmed their identity
   */
  async renew(headers: Headers, { confirmed }: { confirmed: boolean }): Promise<void> {
    const session = await this.find(headers)
    if (!session) return
    const now = clock.now()
    if (confirmed) await confirmSession(this.#db, session.id, now)
    const change = renewalOf(session, now)
    if (await changeSession(this.#db, session, change))
      this.#answer(headers, change.reference ?? session.reference ?? session.token)
  }

  /** `Set-Cookie` value for the answer to the request; undefined if its cookie does not change. */
  cookieFor(headers: Headers): string | undefined {
    return this.#answers.get(headers)
  }

  async #rowOf(headers: Headers): Promise<{ row: SessionRow; cookie: ShownCookie } | null> {
    const cookie = this.#cookie.shownIn(headers)
    if (!cookie) return null
    const [row] = await findSession(this.#db, cookie.reference, new Date(clock.now()).toISOString())
    return row ? { row, cookie } : null
  }

  async #endCopied({ id, userId }: SessionRow, headers: Headers): Promise<void> {
    if (await deleteSession({ db: this.#db, userId }, id))
      await this.#onCopied({ sessionId: id, browser: seenIn(headers, userId) })
  }

  /** Updates the session's row and cookie. A session stays valid if its use can't be written. */
  async #keep(session: ShownSession, headers: Headers): Promise<void> {
    const { id, isCurrent, isUnbound, isCurrentlySigned } = session
    // The successor of a reference in its grace period is not revealed.
    if (isCurrent ? isUnbound || !isCurrentlySigned : isUnconfirmed(session))
      this.#answer(headers, session.reference ?? session.token)
    const change = upkeepOf(session, clock.now())
    if (!change || this.#writing.has(id)) return
    this.#writing.add(id)
    try {
      const isDone = await changeSession(this.#db, session, change)
      if (isDone && change.reference) this.#answer(headers, change.reference)
      this.#writing.delete(id)
    } catch (error) {
      this.#log.warn({ err: error }, 'the use of a session could not be written')
      clock.timer(RETRY_MS, () => this.#writing.delete(id)).unref()
    }
  }

  #answer(headers: Headers, reference: string): void {
    this.#answers.set(headers, this.#cookie.set(reference, LONGEST_MS / 1_000))
  }
}
