import { z } from 'zod'
import { MAX_NAME_LENGTH } from '../limits.ts'
import { nameSchema, textSchema } from './text.ts'

/** A widget's place on the dashboard. A layout may name widgets unknown to this version. */
export const widgetSchema = z.object({
  id: textSchema.min(1).max(MAX_NAME_LENGTH),
  name: nameSchema.max(MAX_NAME_LENGTH),
  isVisible: z.boolean(),
  order: z.number().int(),
})
export type Widget = z.infer<typeof widgetSchema>

export const dashboardSchema = z.object({ widgets: z.array(widgetSchema) })
export type Dashboard = z.infer<typeof dashboardSchema>
