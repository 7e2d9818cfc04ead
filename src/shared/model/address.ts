import { z } from 'zod'

/** By which webhooks lead to a connection. */
export const addressSchema = z.object({
  id: z.string(),
  webhookUrl: z.string(),
  createdAt: z.iso.datetime(),
  /** When an alert came by it last, as far as the history goes back. */
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Address = z.infer<typeof addressSchema>
