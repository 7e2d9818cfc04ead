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
  /** When the first of what it tells of was told. */
  since: z.iso.datetime(),
  /** Of alerts that were not delivered: the `id` that the list of failures has of it while there are any. */
  cause: z.string().nullable(),
})
export type Notification = z.infer<typeof notificationSchema>
