import type { PlaceOf } from '#server/accounts/events/places.ts'
import type { Registration } from '#server/accounts/registration.ts'
import type { Log } from '#server/base/log.ts'
import type { AccountTools } from '#server/diagnose/account.ts'
import { accountEventOperations } from './account-events.ts'
import { addressOperations } from './addresses.ts'
import { alertOperations } from './alerts.ts'
import { anyone } from './callers.ts'
import { type ChatLinkTools, chatLinkOperations } from './chat-links.ts'
import { type ConnectionTools, connectionOperations } from './connections.ts'
import { dashboardOperations } from './dashboard.ts'
import { dataOperations } from './data.ts'
import { diagnosisOperations } from './diagnosis.ts'
import { errorLogOperations } from './error-logs.ts'
import { failureOperations } from './failures.ts'
import { heartbeatOperations } from './heartbeats.ts'
import { notificationOperations } from './notifications.ts'
import { passkeyOperations } from './passkeys.ts'
import { profileOperations } from './profile.ts'
import { type QueueTools, queueOperations } from './queue.ts'
import { type ReconciliationTools, reconciliationOperations } from './reconciliation.ts'
import { registrationOperations } from './registration.ts'
import { secondFactorOperations } from './second-factor.ts'
import { sessionOperations } from './sessions.ts'
import { statsOperations } from './stats.ts'
import { tagOperations } from './tags.ts'
import { telegramOperations } from './telegram.ts'
import { templateOperations } from './templates.ts'
import { tokenOperations } from './tokens.ts'
import { tvConfigOperations } from './tv-configs.ts'
import { type WatchTools, watchOperations } from './watch.ts'

/** All calls of the contract except the event stream. */
export const createOperations = (
  tools: ConnectionTools &
    AccountTools &
    QueueTools &
    ChatLinkTools &
    WatchTools &
    ReconciliationTools & {
      registration: Registration
      clearHistory: (userId: string) => void
      placeOf: PlaceOf
      timeZone: string
      timeZoneTrouble: string | null
      publicUrl: string
      log: Log
    },
) =>
  anyone.router({
    accountEvents: accountEventOperations(tools),
    addresses: addressOperations(tools),
    alerts: alertOperations(tools),
    chatLinks: chatLinkOperations(tools),
    connections: connectionOperations(tools),
    dashboard: dashboardOperations,
    data: dataOperations(tools),
    diagnosis: diagnosisOperations(tools),
    errorLogs: errorLogOperations,
    failures: failureOperations(tools),
    heartbeats: heartbeatOperations(tools),
    notifications: notificationOperations,
    passkeys: passkeyOperations(tools),
    profile: profileOperations({ ...tools, simulated: tools.telegram.simulated }),
    queue: queueOperations(tools),
    reconciliation: reconciliationOperations(tools),
    registration: registrationOperations(tools),
    secondFactor: secondFactorOperations(tools),
    sessions: sessionOperations(tools),
    stats: statsOperations,
    tags: tagOperations,
    telegram: telegramOperations(tools),
    templates: templateOperations,
    tokens: tokenOperations,
    tvConfigs: tvConfigOperations(tools),
    watch: watchOperations(tools),
  })
