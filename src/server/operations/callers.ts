import { implement, ORPCError } from '@orpc/server'
import { refusalOf, type SignedIn } from '#server/accounts/credentials.ts'
import { clock } from '#server/base/clock.ts'
import type { FairTurns } from '#server/base/fair-turns.ts'
import type { Live } from '#server/live/live.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import type { SearchIndex } from '#server/store/history/history.ts'
import { askedOf, changesOf, turnsOf } from '#shared/contract/call-meta.ts'
import { notFound } from '#shared/contract/calls.ts'
import { contract } from '#shared/contract/contract.ts'

/** What every call knows of its request. */
export type CallContext = {
  db: Database
  /** For what may take long. */
  reader: Database
  search: SearchIndex
  live: Live
  /** Who asks; null without a valid session. */
  readSignedIn: () => Promise<SignedIn | null>
  /** Has the caller's session go on under another reference, for who changes what signing in takes. */
  renewSession: () => Promise<void>
  /** Of each account's calls. */
  turns: FairTurns
  /** What is taken for one client. */
  network: string
  /** Of the answer. */
  setHeader: (name: string, value: string) => void
  /** Is told the name of what the call makes or removes, where that is kept of what happened to the account. */
  concerns: (name: string) => void
}

/** Answered by `http/event-stream.ts`. */
const { events: _, ...calls } = contract

/** Calls that anyone may make. */
export const anyone = implement(calls).$context<CallContext>()

/**
 * Calls of a signed-in user: what they read and write is confined to `owner`. `reading` is the same
 * account for reads that may take long, which no webhook may have to wait for. An account's calls have
 * few turns at a time, those that may last apart; a stream's ends when it is open. Once a call has
 * succeeded, the account's live streams are told what its contract says that it changes.
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
 * Whether who waited for their turn is looked at again, since a session or a token may have ended meanwhile:
 * for what changes something, and for what only a session may read. Other reads cost one look, not two.
 */
function isAskedAgain(name: readonly string[]): boolean {
  const { credential, reads } = askedOf(name)
  return !reads || credential !== undefined
}

/** Why the call of this name is not for who asks; null: it is. */
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
