import type { Notice, Notices } from '#server/store/engine/notices.ts'
import type { AlertEvent } from '#shared/alert-events.ts'
import { truncate } from '#shared/format.ts'
import { STREAM_REPLACED } from '#shared/limits.ts'
import type { Collection } from '#shared/model/live-event.ts'
import { Audience, type Listener } from './audience.ts'
import { encodeEnd } from './server-sent-events.ts'

/** Streams that a process holds; the tabs of a browser share one. */
const MOST = { ofSession: 10, ofAccount: 100, ofAll: 2_000 }

const REPLACED = encodeEnd({
  code: STREAM_REPLACED,
  status: 409,
  message: 'Hay demasiadas pestañas a la escucha: la más antigua deja de escuchar.',
})

/** As much of an alert's name as others are told. */
const TOLD_NAME_LENGTH = 200

type Happened = {
  what: AlertEvent
  /** The alert, or one of them. */
  alert: { id: string; name: string }
  connectionId: string
  /** How many there are; 1 if it is not said. */
  count?: number
  /** Milliseconds until it was delivered. */
  ms?: number
  /** The attempt that failed, from one. */
  attempt?: number
}

/**
 * Who listens, and what changed for them, in whichever process that was. Told after the commit, never
 * inside a transaction.
 */
export class Live {
  /** Of the accounts that somebody listens for. */
  readonly #audiences = new Map<string, Audience>()
  readonly #notices: Pick<Notices, 'tell'>
  #closed = false

  constructor(notices: Pick<Notices, 'tell'>) {
    this.#notices = notices
  }

  /** Streams of this process. */
  get size(): number {
    return this.#audiences.values().reduce((all, { size }) => all + size, 0)
  }

  changed(userId: string, ...collections: Collection[]): void {
    this.#tellAll({ kind: 'changed', userId, collections })
  }

  changedForAll(...collections: Collection[]): void {
    this.#tellAll({ kind: 'changed', userId: null, collections })
  }

  /** To be called before `changed`: it is told along with what it changed. */
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

  /** No event stream outlives the sign-in that it was opened with. */
  endSession(sessionId: string): void {
    this.#tellAll({ kind: 'signed-out', sessionId })
  }

  /** Tells those who listen here what another process says; what concerns no screen is heard by others. */
  hear(notice: Notice): void {
    switch (notice.kind) {
      case 'changed':
        for (const audience of this.#audiencesOf(notice.userId)) audience.change(notice.collections)
        return
      case 'happened':
        this.#audiences.get(notice.userId)?.happened({
          what: notice.what,
          connectionId: notice.connectionId ?? null,
          count: notice.count,
          alert: { id: notice.alertId ?? '', name: notice.alert },
          deliveredInMs: notice.ms ?? null,
          ...(notice.attempt !== undefined && { attempt: notice.attempt }),
        })
        return
      case 'signed-out':
        for (const audience of this.#audiences.values())
          for (const listener of audience.listeners(notice.sessionId)) listener.end()
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
   * Writes every event for its user to the listener from now on, until it leaves. Where there are too
   * many, the oldest is ended: of its session, of its account, or of the account with the most.
   */
  listen(listener: Listener): void {
    if (this.#closed) {
      listener.end()
      return
    }
    this.#oneTooMany(listener)?.end(REPLACED)
    this.#audiences.getOrInsertComputed(listener.userId, () => new Audience()).add(listener)
  }

  leave(listener: Listener): void {
    const audience = this.#audiences.get(listener.userId)
    audience?.remove(listener)
    if (audience?.size === 0) this.#audiences.delete(listener.userId)
  }

  /** Browsers that still have a session come back, and ask for everything again. */
  endAll(): void {
    for (const audience of this.#audiences.values())
      for (const listener of audience.listeners()) listener.end()
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
  #audiencesOf(userId: string | null): Iterable<Audience> {
    if (userId === null) return this.#audiences.values()
    const audience = this.#audiences.get(userId)
    return audience ? [audience] : []
  }

  /** Whom another listener takes the place of. */
  #oneTooMany({ userId, sessionId }: Listener): Listener | undefined {
    const own = this.#audiences.get(userId)
    const ofSession = own?.listeners(sessionId) ?? []
    if (ofSession.length >= MOST.ofSession) return ofSession[0]
    if (own && own.size >= MOST.ofAccount) return own.listeners()[0]
    if (this.size < MOST.ofAll) return undefined
    return [...this.#audiences.values()].reduce((a, b) => (b.size > a.size ? b : a)).listeners()[0]
  }
}
