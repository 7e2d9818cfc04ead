/** Every call there is. The name of a call is its address, its operation and its hook's argument. */
import { alerts } from './alerts.ts'
import { connections } from './connections.ts'
import { dashboard } from './dashboard.ts'
import { data } from './data.ts'
import { errorLogs } from './error-logs.ts'
import { events } from './events.ts'
import { notifications } from './notifications.ts'
import { profile } from './profile.ts'
import { registration } from './registration.ts'
import { sessions } from './sessions.ts'
import { stats } from './stats.ts'
import { tags } from './tags.ts'
import { telegram } from './telegram.ts'
import { templates } from './templates.ts'
import { tvConfigs } from './tv-configs.ts'

export const contract = {
  alerts,
  connections,
  dashboard,
  data,
  errorLogs,
  events,
  notifications,
  profile,
  registration,
  sessions,
  stats,
  tags,
  telegram,
  templates,
  tvConfigs,
}
