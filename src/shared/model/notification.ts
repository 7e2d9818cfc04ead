import { z } from 'zod'
import { toastTypes } from './live-event.ts'

/** An event that its owner should know about and may have missed. */
export const notificationSchema = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  timestamp: z.iso.datetime(),
  read: z.boolean(),
  type: z.enum(toastTypes),
  /** Path of the page that deals with it. */
  link: z.string().nullable(),
  /** Time of the first report in its group. */
  since: z.iso.datetime(),
  /** For undelivered alerts: their cause's `id` in `failures.list`, as long as it has any. */
  cause: z.string().nullable(),
})
export type Notification = z.infer<typeof notificationSchema>
