import type { Notice, Notices } from '#server/store/engine/notices.ts'
import type { AlertEvent } from '#shared/alert-events.ts'
import { truncate } from '#shared/format.ts'
import { STREAM_REPLACED } from '#shared/limits.ts'
import type { Collection } from '#shared/model/live-event.ts'
import { AccountSubscribers, type Listener } from './account-subscribers.ts'
import { encodeEnd } from './server-sent-events.ts'

/** Max streams of a session, of an account, and of the process; the tabs of a browser share one. */
const MOST = { ofSession: 10, ofAccount: 100, ofAll: 2_000 }

const REPLACED = encodeEnd({
  code: STREAM_REPLACED,
  status: 409,
  message: 'Hay demasiadas pestañas a la escucha: la más antigua deja de escuchar.',
})

/** Max length of an alert's name in notices and events. */
const TOLD_NAME_LENGTH = 200

type Happened = {
  what: AlertEvent
  /** The alert, or one of several. */
  alert: { id: string; name: string }
  connectionId: string
  /** Number of alerts; 1 if left out. */
  count?: number
  /** Milliseconds from the alert's arrival, or its last resend, to its delivery. */
  ms?: number
  /** Number of the failed attempt, from 1. */
  attempt?: number
}

/**
 * Sends changes to the listeners of this process and notifies the other processes. Called after the commit,
 * never inside a transaction.
 */
export class Live {
  /** Accounts with listeners, by user id. */
  readonly #accounts = new Map<string, AccountSubscribers>()
  readonly #notices: Pick<Notices, 'tell'>
  #closed = false

  constructor(notices: Pick<Notices, 'tell'>) {
    this.#notices = notices
  }

  /** Number of streams in this process. */
  get size(): number {
    return this.#accounts.values().reduce((all, { size }) => all + size, 0)
  }

  changed(userId: string, ...collections: Collection[]): void {
    this.#tellAll({ kind: 'changed', userId, collections })
  }

  changedForAll(...collections: Collection[]): void {
    this.#tellAll({ kind: 'changed', userId: null, collections })
  }

  /** To be called before `changed`, so that both are sent as one event. */
  happened(userId: string, { what, alert, connectionId, count, ms, attempt }: Happened): void {
    const name = truncate(alert.name, TOLD_NAME_LENGTH)
    this.#tellAll({
      kind: 'happened',
      userId,
      what,
      alert: name,
      count: count ?? 1,
      connectionId,
      alertId: alert.id,
      ...(ms !== undefined && { ms }),
      ...(attempt !== undefined && { attempt }),
    })
  }

  /** Ends all event streams of a session that has ended. */
  endSession(sessionId: string): void {
    this.#tellAll({ kind: 'signed-out', sessionId })
  }

  /** Forwards a notice to the listeners of this process; notices that concern no screen have other receivers. */
  hear(notice: Notice): void {
    switch (notice.kind) {
      case 'changed':
        for (const account of this.#accountsOf(notice.userId)) account.change(notice.collections)
        return
      case 'happened':
        this.#accounts.get(notice.userId)?.happened({
          what: notice.what,
          connectionId: notice.connectionId ?? null,
          count: notice.count,
          alert: { id: notice.alertId ?? '', name: notice.alert },
          deliveredInMs: notice.ms ?? null,
          ...(notice.attempt !== undefined && { attempt: notice.attempt }),
        })
        return
      case 'signed-out':
        for (const account of this.#accounts.values())
          for (const listener of account.listeners(notice.sessionId)) listener.end()
        return
      case 'anything':
        this.endAll()
        return
      case 'waiting':
      case 'pauses':
      case 'links':
        return
      default:
        notice satisfies never
    }
  }

  /**
   * Sends the listener every event for its user until it leaves. At a limit, the oldest listener is ended: of
   * its session, of its account, or of the account with the most.
   */
  listen(listener: Listener): void {
    if (this.#closed) {
      listener.end()
      return
    }
    this.#oneTooMany(listener)?.end(REPLACED)
    this.#accounts
      .getOrInsertComputed(listener.userId, () => new AccountSubscribers())
      .add(listener)
  }

  leave(listener: Listener): void {
    const account = this.#accounts.get(listener.userId)
    account?.remove(listener)
    if (account?.size === 0) this.#accounts.delete(listener.userId)
  }

  /** Ends all streams. Browsers that still have a session reconnect and refetch everything. */
  endAll(): void {
    for (const account of this.#accounts.values())
      for (const listener of account.listeners()) listener.end()
  }

  close(): void {
    this.#closed = true
    this.endAll()
  }

  #tellAll(notice: Notice): void {
    this.hear(notice)
    this.#notices.tell(notice)
  }

  /** @param userId null: all users */
  #accountsOf(userId: string | null): Iterable<AccountSubscribers> {
    if (userId === null) return this.#accounts.values()
    const account = this.#accounts.get(userId)
    return account ? [account] : []
  }

  /** Listener to end in favour of another one; undefined while there is room. */
  #oneTooMany({ userId, sessionId }: Listener): Listener | undefined {
    const own = this.#accounts.get(userId)
    const ofSession = own?.listeners(sessionId) ?? []
    if (ofSession.length >= MOST.ofSession) return ofSession[0]
    if (own && own.size >= MOST.ofAccount) return own.listeners()[0]
    if (this.size < MOST.ofAll) return undefined
    return [...this.#accounts.values()].reduce((a, b) => (b.size > a.size ? b : a)).listeners()[0]
  }
}
