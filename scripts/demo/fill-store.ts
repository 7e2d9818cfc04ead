import { createAccount } from '#server/accounts/manage-accounts.ts'
import { addDays, dayAt } from '#server/base/account-days.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import { reportFailures } from '#server/deliver/outcome/report-failures.ts'
import { botIdOf, chatColumns, tokenColumns } from '#server/operations/connection-columns.ts'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import { connectionColumns } from '#server/store/rows/connection-fields.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { completeSetUp } from '#server/store/rows/profiles.ts'
import { insertTemplates } from '#server/store/rows/templates.ts'
import { insertTvConfig } from '#server/store/rows/tv-configs.ts'
import type { AccountDraft } from '#shared/model/account.ts'
import { connectionDraftSchema } from '#shared/model/connection.ts'
import { type DemoConnection, demoConnections } from './demo-connections.ts'
import { demoTemplates } from './demo-templates.ts'
import { demoTvConfigs } from './demo-tv-configs.ts'
import { fillWatch } from './demo-watch.ts'
import type { PastRow } from './past-row.ts'

const DAY_MS = 24 * 60 * 60_000
/** Days since the account was made. */
const ACCOUNT_AGE = 121
/** Notifications older than this are read. */
const UNREAD_MS = 2 * DAY_MS

/** Turns an empty store into the store of a trader who has used it for twelve weeks. */
export async function fillStore(
  { db, secretBox }: { db: Database; secretBox: SecretBox },
  account: AccountDraft,
  past: AsyncIterable<PastRow[]>,
  now: number,
): Promise<void> {
  const begun = now - ACCOUNT_AGE * DAY_MS
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await createAccount(db, account, begun)
  const user = await findAccount(db, account.email)
  if (!user) throw new Error('the account of the demonstration is not there')
  const owner = { db, userId: user.id }
  await ownerTransaction(owner, async own => {
    await insertTemplates(own, demoTemplates, begun + DAY_MS)
    for (const connection of demoConnections)
      await insertConnection(own, connectionRow(connection, own.userId, secretBox, now))
    for (const { id, expiresInDays, ...config } of demoTvConfigs) {
      const draft =
        expiresInDays === undefined
          ? config
          : { ...config, expiresOn: addDays(dayAt(now, timeZone), expiresInDays) }
      await insertTvConfig(own, id, draft, { now: begun + 2 * DAY_MS, timeZone })
    }
    await completeSetUp(own)
  })
  for await (const rows of past) await ownerTransaction(owner, own => insertPast(own, rows))
  await markOldRead(owner, now)
  await fillWatch(owner, now, timeZone)
}

function connectionRow(
  connection: DemoConnection,
  userId: string,
  secretBox: SecretBox,
  now: number,
) {
  const draft = connectionDraftSchema.parse(connection)
  const { telegramBotToken, telegramChatId } = draft
  return {
    id: connection.id,
    ...connectionColumns({
      ...draft,
      templateId: connection.templateId,
      isActive: connection.offFor === null,
    }),
    ...tokenColumns(telegramBotToken, secretBox),
    ...chatColumns(userId, botIdOf(telegramBotToken), telegramChatId),
    created_at: now - connection.age * DAY_MS,
  }
}

async function insertPast({ db, userId }: OwnerTransacting, past: readonly PastRow[]) {
  const rows = past.map(row => ({ ...row, user_id: userId }))
  await db.insertInto('alerts').values(rows).execute()
  for (const row of rows) await reportFailure(db, row)
}

async function reportFailure(db: Transacting, row: PastRow & { user_id: string }): Promise<void> {
  const { error_code: code, error_reason: reason, received_at: now } = row
  if (row.status !== 'failed' || !code || !reason || code === 'inactive') return
  const alert = { ...row, alert_id: row.id, attempts: row.attempts - 1 }
  await reportFailures(db, alert, { code, reason }, { count: 1, now })
}

const markOldRead = ({ db, userId }: Owner, now: number) =>
  db
    .updateTable('notifications')
    .set({ read: 1 })
    .where('user_id', '=', userId)
    .where('timestamp', '<', now - UNREAD_MS)
    .execute()
