import { nextReminder, nextTimeOfDay } from '#server/base/account-days.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'

/**
 * Moves reminders and the summary, which come at local hours, to another time zone. Overdue ones are left to be
 * sent first.
 */
export const moveToZone = (owner: Owner, now: number, timeZone: string): Promise<void> =>
  ownerTransaction(owner, async ({ db, userId }) => {
    const settings = await db
      .selectFrom('watch_settings')
      .select('summary_time')
      .where('user_id', '=', userId)
      .where('summary_at', '>', now)
      .executeTakeFirst()
    if (settings?.summary_time)
      await db
        .updateTable('watch_settings')
        .set({ summary_at: nextTimeOfDay(settings.summary_time, now, timeZone) })
        .where('user_id', '=', userId)
        .execute()
    const days = await db
      .selectFrom('tv_alert_configs')
      .select('expires_on')
      .distinct()
      .where('user_id', '=', userId)
      .where('remind_at', '>', now)
      .execute()
    for (const { expires_on } of days)
      if (expires_on !== null)
        await db
          .updateTable('tv_alert_configs')
          .set({ remind_at: nextReminder(expires_on, now, timeZone) })
          .where('user_id', '=', userId)
          .where('expires_on', '=', expires_on)
          .where('remind_at', '>', now)
          .execute()
  })
