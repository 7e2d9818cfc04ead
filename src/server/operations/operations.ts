import type { Registration } from '#server/accounts/registration.ts'
import type { Log } from '#server/base/log.ts'
import { alertOperations } from './alerts.ts'
import { type ConnectionTools, connectionOperations } from './connections.ts'
import { dashboardOperations } from './dashboard.ts'
import { dataOperations } from './data.ts'
import { errorLogOperations } from './error-logs.ts'
import { eventOperations } from './events.ts'
import { notificationOperations } from './notifications.ts'
import { profileOperations } from './profile.ts'
import { registrationOperations } from './registration.ts'
import { sessionOperations } from './sessions.ts'
import { open } from './signed-in.ts'
import { statsOperations } from './stats.ts'
import { tagOperations } from './tags.ts'
import { telegramOperations } from './telegram.ts'
import { templateOperations } from './templates.ts'
import { tvConfigOperations } from './tv-configs.ts'

/** Everything that the contract promises. */
export const createOperations = (
  tools: ConnectionTools & {
    registration: Registration
    clearHistory: (userId: string) => void
    timeZone: string
    log: Log
  },
) =>
  open.router({
    alerts: alertOperations(tools),
    connections: connectionOperations(tools),
    dashboard: dashboardOperations(tools),
    data: dataOperations(tools),
    errorLogs: errorLogOperations(tools),
    events: eventOperations(tools),
    notifications: notificationOperations(tools),
    profile: profileOperations({ ...tools, simulated: tools.telegram.simulated }),
    registration: registrationOperations(tools),
    sessions: sessionOperations(tools),
    stats: statsOperations(),
    tags: tagOperations(tools),
    telegram: telegramOperations(tools),
    templates: templateOperations(tools),
    tvConfigs: tvConfigOperations(tools),
  })
