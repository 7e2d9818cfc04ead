import type { Registration } from '#server/accounts/registration.ts'
import { alertOperations } from './alerts.ts'
import { type ConnectionTools, connectionOperations } from './connections.ts'
import { eventOperations } from './events.ts'
import { profileOperations } from './profile.ts'
import { registrationOperations } from './registration.ts'
import { open } from './signed-in.ts'
import { telegramOperations } from './telegram.ts'
import { templateOperations } from './templates.ts'

/** Everything that the contract promises. */
export const createOperations = (tools: ConnectionTools & { registration: Registration }) =>
  open.router({
    alerts: alertOperations(tools),
    connections: connectionOperations(tools),
    events: eventOperations(tools),
    profile: profileOperations({ simulated: tools.telegram.simulated }),
    registration: registrationOperations(tools),
    telegram: telegramOperations(tools),
    templates: templateOperations(tools),
  })
