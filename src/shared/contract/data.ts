import { z } from 'zod'
import { exportFileSchema } from '../export-file.ts'
import { signedInCall } from './errors.ts'

/** Everything that is set up, bot tokens included, so that it can be restored. */
const exportAll = signedInCall.route({ method: 'GET', path: '/export' }).output(exportFileSchema)

/**
 * Replaces everything that is set up by what an export file holds, or changes nothing. The error log
 * is cleared; alerts and notifications stay.
 */
const importAll = signedInCall
  .route({ method: 'POST', path: '/import' })
  .input(z.unknown())
  .output(
    z.object({
      connections: z.number(),
      messageTemplates: z.number(),
      tradingViewAlertConfigs: z.number(),
      dashboardWidgets: z.number(),
      /** Connections whose id belongs to another account: they have a new one, and a new webhook. */
      renamed: z.array(z.string()),
    }),
  )
  .errors({
    IMPORT_INVALID: {
      status: 422,
      message: 'El archivo de importación no se puede usar.',
    },
  })

/** Everything goes, the history too; the ten templates are seeded anew. */
const reset = signedInCall.route({ method: 'POST', path: '/reset', successStatus: 204 })

export const data = { exportAll, importAll, reset }
