import { dashboardSchema } from '../model/dashboard.ts'
import { signedInCall } from './errors.ts'

/** The stored layout, sorted by its order, or the default one. */
const read = signedInCall.route({ method: 'GET', path: '/dashboard' }).output(dashboardSchema)

const replace = signedInCall
  .route({ method: 'PUT', path: '/dashboard' })
  .input(dashboardSchema)
  .output(dashboardSchema)

/** Back to the default layout. */
const reset = signedInCall.route({ method: 'DELETE', path: '/dashboard' }).output(dashboardSchema)

export const dashboard = { read, replace, reset }
