import { z } from 'zod'
import { EXPORT_FORMAT_VERSION, MAX_WIDGETS } from './limits.ts'
import { connectionDraftSchema } from './model/connection.ts'
import { widgetSchema } from './model/dashboard.ts'
import { templateDraftSchema } from './model/template.ts'
import { tvConfigDraftSchema } from './model/tv-config.ts'

/** Part of an address, so nothing that would have to be escaped there. */
const idSchema = z.string().regex(/^[\w-]{1,128}$/, 'El id no es válido.')

/** What an export file holds. */
export const exportFileSchema = z.object({
  exportFormatVersion: z.literal(EXPORT_FORMAT_VERSION),
  exportedAt: z.iso.datetime(),
  connections: z.array(
    connectionDraftSchema.extend({
      id: idSchema,
      templateId: z.string(),
      isActive: z.boolean().default(true),
    }),
  ),
  messageTemplates: z.array(templateDraftSchema.extend({ id: idSchema })),
  tradingViewAlertConfigs: z.array(tvConfigDraftSchema.extend({ id: idSchema })),
  dashboardWidgets: z.array(widgetSchema).max(MAX_WIDGETS),
})
export type ExportFile = z.infer<typeof exportFileSchema>
