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

/** After so long it is tried again to write what could not be written. */
const RETRY_MS = 60_000

/** @property sessionId of the session that ended */
export type CopiedSession = { sessionId: string; browser: SeenBrowser }

/** The sessions of browsers: how they are found by what a cookie bears, and how they go on. */
export class Sessions {
  readonly #db: Database
  readonly #cookie: SessionCookie
  readonly #log: Log
  readonly #onCopied: (session: CopiedSession) => Promise<void>
  /** Whose row is being written, or could not be: others need not wait for the same. */
  readonly #writing = new Set<string>()
  /** What the answers to requests set. */
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
   * Each call asks for it, so it is one statement, and the cookie is checked where nothing waits: the
   * authentication library checks it on the threads that others read files with. Now and then it writes
   * that the session is used, and replaces its reference.
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

  /** Whose cookie the request bears; a session ends where a copy of its cookie is shown. */
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
   * Ends the session whose reference the request bears, if that was replaced. The browser in which somebody
   * signs in anew was not told its successor, so that another one goes on with it.
   */
  async endCopied(headers: Headers): Promise<void> {
    const found = await this.#rowOf(headers)
    if (found && !isGood(found.row, found.cookie.reference, clock.now()))
      await this.#endCopied(found.row, headers)
  }

  /**
   * Replaces the reference that the request bears: it is good for half a minute more.
   * @param confirmed whether its person has just confirmed who they are
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

  /** What the answer to the request has to set; undefined: nothing. */
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

  /** A session is good even if its use can't be written. */
  async #keep(session: ShownSession, headers: Headers): Promise<void> {
    const { id, isCurrent, isUnbound, isCurrentlySigned } = session
    // Nobody learns what took the place of a reference that is about to end.
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
