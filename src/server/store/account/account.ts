import { clock } from '#server/base/clock.ts'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { recordAccountEvent } from '#server/store/rows/account-events.ts'
import { deleteApiTokens } from '#server/store/rows/api-tokens.ts'
import { raiseHistoryFloor } from '#server/store/rows/deleted-alerts.ts'
import { deletePasskeys } from '#server/store/rows/passkeys.ts'
import { insertProfile } from '#server/store/rows/profiles.ts'
import { deleteSecondFactor } from '#server/store/rows/second-factors.ts'
import { deleteSeenChatsOf } from '#server/store/rows/seen-chats.ts'
import { deleteSignInFailuresOf } from '#server/store/rows/sign-in-failures.ts'
import { insertTemplates } from '#server/store/rows/templates.ts'
import { ALL_HISTORY, addHistoryTombstone } from '#server/store/rows/tombstones.ts'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { deleteOwned, SET_UP_TABLES } from './account-tables.ts'
import { sweepStep } from './sweeper.ts'

/** Creates the initial rows of an account: its profile and the ten default templates. */
export async function seedAccount(
  own: OwnerTransacting,
  now: number,
  timeZone?: string,
): Promise<void> {
  await insertProfile(own, timeZone)
  await insertTemplates(own, defaultTemplates, now)
}

/** @property factors the second factor, with its recovery codes, and the passkeys */
type ResetChoices = { tokens?: boolean | undefined; factors?: boolean | undefined }

/**
 * Resets an account to its initial state: from now on it receives and sends no alerts. A long history is deleted in
 * steps afterwards, without the alerts that new connections receive meanwhile. Credentials stay, except those chosen
 * by `also`.
 * @returns ids of the deleted API tokens
 */
export const resetAccount = (owner: Owner, also: ResetChoices = {}): Promise<string[]> =>
  ownerTransaction(owner, async own => {
    await deleteSeenChatsOf(own)
    await deleteOwned(own.db, own.userId, SET_UP_TABLES)
    const now = clock.now()
    await seedAccount(own, now)
    await raiseHistoryFloor(own, now)
    await sweepStep(own.db, await addHistoryTombstone(own, now))
    if (also.factors) await removeFactors(own, now)
    return also.tokens ? removeTokens(own, now) : []
  })

/** Detail of account events that a reset causes. */
const WITH_RESET = 'con «Reiniciar Todo»'

async function removeFactors(own: OwnerTransacting, now: number): Promise<void> {
  const { db, userId } = own
  const event = { userId, detail: WITH_RESET }
  if (await deleteSecondFactor(db, userId))
    await recordAccountEvent(db, { ...event, kind: 'second-factor-off' }, now)
  if ((await deletePasskeys(own)) > 0)
    await recordAccountEvent(db, { ...event, kind: 'passkey-removed' }, now)
}

async function removeTokens(own: OwnerTransacting, now: number): Promise<string[]> {
  const { db, userId } = own
  const ids = await deleteApiTokens(own)
  if (ids.length > 0)
    await recordAccountEvent(db, { userId, kind: 'token-removed', detail: WITH_RESET }, now)
  return ids
}

/** Removes an account with all its data: at once, except the history, which is deleted in steps. */
export const removeAccount = (
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<void> =>
  ownerTransaction({ db, userId: id }, async own => {
    await deleteSeenChatsOf(own)
    await deleteOwned(own.db, id, SET_UP_TABLES)
    for (const who of [email, id]) await deleteSignInFailuresOf(own.db, who)
    await own.db.deleteFrom('history_floors').where('user_id', '=', id).execute()
    // The cascade deletes sessions and the password too.
    await own.db.deleteFrom('user').where('id', '=', id).execute()
    await addHistoryTombstone(own, ALL_HISTORY)
  })
