import { accountEvents } from './account-events.ts'
import { addresses } from './addresses.ts'
import { alerts } from './alerts.ts'
import { chatLinks } from './chat-links.ts'
import { connections } from './connections.ts'
import { dashboard } from './dashboard.ts'
import { data } from './data.ts'
import { diagnosis } from './diagnosis.ts'
import { errorLogs } from './error-logs.ts'
import { events } from './events.ts'
import { failures } from './failures.ts'
import { heartbeats } from './heartbeats.ts'
import { notifications } from './notifications.ts'
import { passkeys } from './passkeys.ts'
import { profile } from './profile.ts'
import { queue } from './queue.ts'
import { reconciliation } from './reconciliation.ts'
import { registration } from './registration.ts'
import { secondFactor } from './second-factor.ts'
import { sessions } from './sessions.ts'
import { stats } from './stats.ts'
import { tags } from './tags.ts'
import { telegram } from './telegram.ts'
import { templates } from './templates.ts'
import { tokens } from './tokens.ts'
import { tvConfigs } from './tv-configs.ts'
import { watch } from './watch.ts'

/**
 * All calls. A call's place in this object, such as `alerts.list`, is also that of its handler in the server and of its
 * function in the browser. The browser's bundle holds the calls' routes and changes, without the schemas
 * (`scripts/web/contract-routes.ts`).
 */
export const contract = {
  accountEvents,
  addresses,
  alerts,
  chatLinks,
  connections,
  dashboard,
  data,
  diagnosis,
  errorLogs,
  events,
  failures,
  heartbeats,
  notifications,
  passkeys,
  profile,
  queue,
  reconciliation,
  registration,
  secondFactor,
  sessions,
  stats,
  tags,
  telegram,
  templates,
  tokens,
  tvConfigs,
  watch,
}
