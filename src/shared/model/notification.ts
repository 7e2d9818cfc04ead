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
  /** Time of the oldest report that is merged into this one. */
  since: z.iso.datetime(),
  /**
   * Cause of undelivered alerts: an `id` in `failures.list`, which lists it while such alerts remain. Null for other
   * reports, and once their connection is deleted.
   */
  cause: z.string().nullable(),
})
export type Notification = z.infer<typeof notificationSchema>
