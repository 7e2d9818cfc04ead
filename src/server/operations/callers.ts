import { implement, ORPCError } from '@orpc/server'
import type { SignedIn } from '#server/accounts/read-session.ts'
import type { FairTurns } from '#server/base/fair-turns.ts'
import type { Live } from '#server/live/live.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import type { SearchIndex } from '#server/store/history/history.ts'
import { asksTelegram, changesOf, contract } from '#shared/contract/contract.ts'

/** What every call knows of its request. */
export type CallContext = {
  db: Database
  /** For what may take long. */
  reader: Database
  search: SearchIndex
  live: Live
  /** Who asks; null without a valid session. */
  readSignedIn: () => Promise<SignedIn | null>
  /** Of each account's calls. */
  turns: FairTurns
  /** What is taken for one client. */
  network: string
  /** Of the answer. */
  setHeader: (name: string, value: string) => void
}

/** Answered by `http/event-stream.ts`. */
const { events: _, ...calls } = contract

/** Calls that anyone may make. */
export const anyone = implement(calls).$context<CallContext>()

/**
 * Calls of a signed-in user: what they read and write is confined to `owner`. `reading` is the same
 * account for reads that may take long, which no webhook may have to wait for. An account's calls have
 * few turns at a time, those that ask Telegram apart; a stream's ends when it is open. Once a call has
 * succeeded, the account's live streams are told what its contract says that it changes.
 */
export const signedIn = anyone.use(async ({ context, path, next }) => {
  const who = await context.readSignedIn()
  if (!who) throw new ORPCError('UNAUTHORIZED', { message: 'User not authenticated' })
  const owner: Owner = { db: context.db, userId: who.userId }
  const reading: Owner = { db: context.reader, userId: who.userId }
  const line = asksTelegram(path) ? `${who.userId} at Telegram` : who.userId
  const result = await context.turns.run(line, async () =>
    next({ context: { who, owner, reading } }),
  )
  const changes = changesOf(path)
  if (changes.length > 0) context.live.changed(who.userId, ...changes)
  return result
})
