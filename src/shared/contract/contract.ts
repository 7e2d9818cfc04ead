import { getContractRouter, isContractProcedure } from '@orpc/contract'
import type { Collection } from '../model/live-event.ts'
import { addresses } from './addresses.ts'
import { alerts } from './alerts.ts'
import { chatLinks } from './chat-links.ts'
import { connections } from './connections.ts'
import { dashboard } from './dashboard.ts'
import { data } from './data.ts'
import { diagnosis } from './diagnosis.ts'
import { errorLogs } from './error-logs.ts'
import { events } from './events.ts'
import { notifications } from './notifications.ts'
import { profile } from './profile.ts'
import { queue } from './queue.ts'
import { registration } from './registration.ts'
import { sessions } from './sessions.ts'
import { stats } from './stats.ts'
import { tags } from './tags.ts'
import { telegram } from './telegram.ts'
import { templates } from './templates.ts'
import { tvConfigs } from './tv-configs.ts'

/** Every call there is. The name of a call is its address, its operation and its hook's argument. */
export const contract = {
  addresses,
  alerts,
  chatLinks,
  connections,
  dashboard,
  data,
  diagnosis,
  errorLogs,
  events,
  notifications,
  profile,
  queue,
  registration,
  sessions,
  stats,
  tags,
  telegram,
  templates,
  tvConfigs,
}

/** What the call of this name changes; `['tags', 'rename']`: connections. */
export const changesOf = (name: readonly string[]): readonly Collection[] =>
  metaOf(name)?.changes ?? []

/** Whether the call of this name waits for an answer of Telegram's. */
export const asksTelegram = (name: readonly string[]): boolean =>
  metaOf(name)?.asksTelegram ?? false

function metaOf(name: readonly string[]) {
  const call = getContractRouter(contract, name)
  return isContractProcedure(call) ? call['~orpc'].meta : undefined
}
