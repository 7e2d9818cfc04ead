import { z } from 'zod'
import { HISTORY_DAYS } from '../limits.ts'
import { timeZoneSchema } from './time-zone.ts'

/** The settings of an account. */
export const preferencesSchema = z.object({
  /** Whether toasts announce events as they happen. */
  notificationsEnabled: z.boolean(),
  /** How long alerts are kept, in days; null: always. */
  historyDays: z.literal(HISTORY_DAYS).nullable(),
  /** Webhooks from other addresses than TradingView's are refused. */
  onlyTradingview: z.boolean(),
  /** IANA name of the zone of times in messages; null: the installation's. */
  timeZone: timeZoneSchema.nullable(),
  /** Enables single-key shortcuts outside fields. */
  keyboardShortcuts: z.boolean(),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const profileSchema = preferencesSchema.extend({
  email: z.string(),
  name: z.string(),
  initialSetupComplete: z.boolean(),
  /** Deliveries are simulated on this installation, and the interface has to say so. */
  simulated: z.boolean(),
  /** IANA name of the zone of times in messages: the account's own, else the installation's. */
  timeZone: z.string(),
  ownTimeZone: z.string().nullable(),
  installationTimeZone: z.string(),
  /** Why the installation's zone is UTC without anyone choosing it, in Spanish; null: it was chosen. */
  timeZoneTrouble: z.string().nullable(),
})
export type Profile = z.infer<typeof profileSchema>
