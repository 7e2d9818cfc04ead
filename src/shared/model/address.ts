import { z } from 'zod'

/** Webhook address of a connection. */
export const addressSchema = z.object({
  id: z.string(),
  webhookUrl: z.string(),
  createdAt: z.iso.datetime(),
  /** Arrival of its newest alert in the history; null without one. */
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Address = z.infer<typeof addressSchema>
