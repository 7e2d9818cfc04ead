import type { SignedIn } from '#server/accounts/credentials.ts'
import { clock } from '#server/base/clock.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { readProfile, updateProfile } from '#server/store/rows/profiles.ts'
import { moveToZone } from '#server/store/watch/move-to-zone.ts'
import { type Profile, preferencesSchema } from '#shared/model/profile.ts'
import { zoneOf } from '#shared/time-zone.ts'
import { signedIn } from './callers.ts'

export function profileOperations({
  simulated,
  timeZone,
  timeZoneTrouble,
  clearHistory,
}: {
  simulated: boolean
  /** Time zone of the installation. */
  timeZone: string
  /** Spanish reason why UTC is used as a fallback; null if the zone was chosen or is the machine's. */
  timeZoneTrouble: string | null
  /** Deletes expired alerts of the account in the background. */
  clearHistory: (userId: string) => void
}) {
  async function profileOf(who: SignedIn, owner: Owner): Promise<Profile> {
    const row = await readProfile(owner)
    return {
      email: who.email,
      name: who.name,
      initialSetupComplete: row.initial_setup_complete === 1,
      notificationsEnabled: row.notifications_enabled === 1,
      historyDays: preferencesSchema.shape.historyDays.parse(row.history_days),
      onlyTradingview: row.only_tradingview === 1,
      keyboardShortcuts: row.keyboard_shortcuts !== 0,
      simulated,
      timeZone: zoneOf(row.time_zone, timeZone),
      ownTimeZone: row.time_zone,
      installationTimeZone: timeZone,
      timeZoneTrouble,
    }
  }
  return {
    read: signedIn.profile.read.handler(({ context: { who, owner } }) => profileOf(who, owner)),

    update: signedIn.profile.update.handler(async ({ context: { who, owner }, input }) => {
      const { initialSetupComplete, notificationsEnabled, historyDays, ...more } = input
      const { onlyTradingview, keyboardShortcuts, timeZone: ownZone, ...others } = more
      others satisfies Record<string, never>
      await updateProfile(owner, {
        ...(initialSetupComplete ? { initial_setup_complete: 1 } : {}),
        ...(notificationsEnabled === undefined
          ? {}
          : { notifications_enabled: notificationsEnabled ? 1 : 0 }),
        ...(historyDays === undefined ? {} : { history_days: historyDays }),
        ...(onlyTradingview === undefined ? {} : { only_tradingview: onlyTradingview ? 1 : 0 }),
        ...(keyboardShortcuts === undefined
          ? {}
          : { keyboard_shortcuts: keyboardShortcuts ? 1 : 0 }),
        ...(ownZone === undefined ? {} : { time_zone: ownZone }),
      })
      if (ownZone !== undefined) await moveToZone(owner, clock.now(), zoneOf(ownZone, timeZone))
      if (historyDays) clearHistory(owner.userId)
      return profileOf(who, owner)
    }),
  }
}
