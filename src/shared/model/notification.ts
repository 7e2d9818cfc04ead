import { z } from 'zod'
import { toastTypes } from './live-event.ts'

/** Something that its owner should know of and may have missed. */
export const notificationSchema = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  timestamp: z.iso.datetime(),
  read: z.boolean(),
  type: z.enum(toastTypes),
  /** Where in the product to go about it. */
  link: z.string().nullable(),
})
export type Notification = z.infer<typeof notificationSchema>
