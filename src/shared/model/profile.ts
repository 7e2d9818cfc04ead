import { z } from 'zod'
import { HISTORY_DAYS } from '../limits.ts'

/** What an account may choose for itself. */
export const preferencesSchema = z.object({
  /** Whether what happens is told while it happens. */
  notificationsEnabled: z.boolean(),
  /** How long alerts are kept, in days; null: always. */
  historyDays: z.literal(HISTORY_DAYS).nullable(),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const profileSchema = preferencesSchema.extend({
  email: z.string(),
  name: z.string(),
  initialSetupComplete: z.boolean(),
  /** Deliveries are simulated on this installation, and the interface has to say so. */
  simulated: z.boolean(),
  /** That of this installation, in which messages say when an alert came; by its IANA name. */
  timeZone: z.string(),
})
export type Profile = z.infer<typeof profileSchema>
