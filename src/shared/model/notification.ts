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
  /** The page of the product that deals with it. */
  link: z.string().nullable(),
})
export type Notification = z.infer<typeof notificationSchema>
