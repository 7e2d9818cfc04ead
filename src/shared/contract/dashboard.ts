import { z } from 'zod'
import { completeLayout } from '../dashboard-layout.ts'
import { MAX_WIDGETS } from '../limits.ts'
import { listOf } from '../model/bounded.ts'
import { dashboardSchema, widgetSchema } from '../model/dashboard.ts'
import { signedIn } from './calls.ts'

const tooMany = `Como máximo ${MAX_WIDGETS} widgets.`

/** The limit includes default widgets missing from the layout, which are appended to it. */
const layoutSchema = z
  .object({ widgets: listOf(widgetSchema, MAX_WIDGETS, tooMany) })
  .refine(({ widgets }) => completeLayout(widgets).length <= MAX_WIDGETS, tooMany)

/** The stored layout, sorted by its order, or the default one. */
const read = signedIn.route({ method: 'GET', path: '/dashboard' }).output(dashboardSchema)

const replace = signedIn
  .route({ method: 'PUT', path: '/dashboard' })
  .meta({ changes: ['dashboard'] })
  .input(layoutSchema)
  .output(dashboardSchema)

/** Back to the default layout. */
const reset = signedIn
  .route({ method: 'DELETE', path: '/dashboard' })
  .meta({ changes: ['dashboard'] })
  .output(dashboardSchema)

export const dashboard = { read, replace, reset }
