import type { Registration } from '#server/accounts/registration.ts'
import type { Log } from '#server/base/log.ts'
import type { AccountTools } from '#server/diagnose/account.ts'
import { addressOperations } from './addresses.ts'
import { alertOperations } from './alerts.ts'
import { anyone } from './callers.ts'
import { type ChatLinkTools, chatLinkOperations } from './chat-links.ts'
import { type ConnectionTools, connectionOperations } from './connections.ts'
import { dashboardOperations } from './dashboard.ts'
import { dataOperations } from './data.ts'
import { diagnosisOperations } from './diagnosis.ts'
import { errorLogOperations } from './error-logs.ts'
import { notificationOperations } from './notifications.ts'
import { profileOperations } from './profile.ts'
import { type QueueTools, queueOperations } from './queue.ts'
import { registrationOperations } from './registration.ts'
import { sessionOperations } from './sessions.ts'
import { statsOperations } from './stats.ts'
import { tagOperations } from './tags.ts'
import { telegramOperations } from './telegram.ts'
import { templateOperations } from './templates.ts'
import { tvConfigOperations } from './tv-configs.ts'

/** Everything that the contract promises, but for the event stream. */
export const createOperations = (
  tools: ConnectionTools &
    AccountTools &
    QueueTools &
    ChatLinkTools & {
      registration: Registration
      clearHistory: (userId: string) => void
      timeZone: string
      log: Log
    },
) =>
  anyone.router({
    addresses: addressOperations(tools),
    alerts: alertOperations(tools),
    chatLinks: chatLinkOperations(tools),
    connections: connectionOperations(tools),
    dashboard: dashboardOperations,
    data: dataOperations(tools),
    diagnosis: diagnosisOperations(tools),
    errorLogs: errorLogOperations,
    notifications: notificationOperations,
    profile: profileOperations({ ...tools, simulated: tools.telegram.simulated }),
    queue: queueOperations(tools),
    registration: registrationOperations(tools),
    sessions: sessionOperations,
    stats: statsOperations,
    tags: tagOperations,
    telegram: telegramOperations(tools),
    templates: templateOperations,
    tvConfigs: tvConfigOperations,
  })
