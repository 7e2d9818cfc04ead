import { implement, ORPCError } from '@orpc/server'
import { refusalOf, type SignedIn } from '#server/accounts/credentials.ts'
import { clock } from '#server/base/clock.ts'
import type { FairSemaphore } from '#server/base/fair-semaphore.ts'
import type { Live } from '#server/live/live.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import type { SearchIndex } from '#server/store/history/history.ts'
import { askedOf, changesOf, turnsOf } from '#shared/contract/call-meta.ts'
import { notFound } from '#shared/contract/calls.ts'
import { contract } from '#shared/contract/contract.ts'

/** Context of every call. */
export type CallContext = {
  db: Database
  /** For queries that may take long. */
  reader: Database
  search: SearchIndex
  live: Live
  /** Caller; null without a valid session or API token. */
  readSignedIn: () => Promise<SignedIn | null>
  /** Gives the caller's session a new reference, after a change of credentials. */
  renewSession: () => Promise<void>
  /** Limits the concurrent calls of each account. */
  turns: FairSemaphore
  /** Network of the caller's address; all addresses of it count as one client. */
  network: string
  /** Sets a header of the response. */
  setHeader: (name: string, value: string) => void
  /** Receives the name of the item that the call creates or removes, for the account's event. */
  concerns: (name: string) => void
}

/** All calls but `events`, which `http/event-stream.ts` answers. */
const { events: _, ...calls } = contract

/** Calls that anyone may make. */
export const anyone = implement(calls).$context<CallContext>()

/**
 * Calls of a signed-in user, whose reads and writes are confined to `owner`. `reading` is the same account for long
 * reads, which must not delay webhooks. An account's calls share a few turns, long calls separate ones; a stream's
 * turn ends when it is open. After a successful call, the account's live streams receive the changes that its
 * contract names.
 */
export const signedIn = anyone.use(async ({ context, path, next }) => {
  const who = await context.readSignedIn()
  const refusal = refusalOfCall(who, path)
  if (!who || refusal) throw refusal
  const owner: Owner = { db: context.db, userId: who.userId }
  const reading: Owner = { db: context.reader, userId: who.userId }
  const result = await context.turns.run(`${who.userId} ${turnsOf(path)}`, async hasWaited => {
    if (hasWaited && isAskedAgain(path)) {
      const lateRefusal = refusalOfCall(await context.readSignedIn(), path)
      if (lateRefusal) throw lateRefusal
    }
    return next({ context: { who, owner, reading } })
  })
  const changes = changesOf(path)
  if (changes.length > 0) context.live.changed(who.userId, ...changes)
  return result
})

/**
 * True if the caller is checked again after waiting for a turn, because a session or token may have ended meanwhile:
 * for changes, and for reads that need a certain credential. Other reads are checked once.
 */
function isAskedAgain(name: readonly string[]): boolean {
  const { credential, reads } = askedOf(name)
  return !reads || credential !== undefined
}

/** Error for a caller who may not make the call of this name; null if they may. */
export function refusalOfCall(
  who: SignedIn | null,
  name: readonly string[],
): ORPCError<string, unknown> | null {
  const refusal = refusalOf(who, askedOf(name), clock.now())
  if (!refusal) return null
  const { code, ...rest } = refusal
  return new ORPCError(code, { ...rest, defined: true })
}

/** For functions that several calls share; a call itself throws the `NOT_FOUND` of its contract. */
export const goneError = () => new ORPCError('NOT_FOUND', { message: notFound.NOT_FOUND.message })

/** For functions that several calls share. */
export const invalidInput = (field: string, message: string) =>
  new ORPCError('INPUT_INVALID', {
    status: 422,
    message,
    data: { issues: [{ path: [field], message }] },
    defined: true,
  })
