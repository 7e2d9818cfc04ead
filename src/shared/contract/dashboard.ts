import { MAX_WIDGETS } from '../limits.ts'
import { completeLayout, dashboardSchema } from '../model/dashboard.ts'
import { signedInCall } from './errors.ts'

/** With the widgets that it does not name, which stand behind the others. */
const layoutSchema = dashboardSchema.refine(
  ({ widgets }) => completeLayout(widgets).length <= MAX_WIDGETS,
  `Como máximo ${MAX_WIDGETS} widgets.`,
)

/** The stored layout, sorted by its order, or the default one. */
const read = signedInCall.route({ method: 'GET', path: '/dashboard' }).output(dashboardSchema)

const replace = signedInCall
  .route({ method: 'PUT', path: '/dashboard' })
  .input(layoutSchema)
  .output(dashboardSchema)

/** Back to the default layout. */
const reset = signedInCall.route({ method: 'DELETE', path: '/dashboard' }).output(dashboardSchema)

export const dashboard = { read, replace, reset }
