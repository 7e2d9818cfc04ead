import { type RawBuilder, sql } from 'kysely'
import { folded } from '#server/store/engine/dialect.ts'
import type { AlertSort } from '#shared/model/alert.ts'

const name = folded(sql.ref<string>('alerts.name'))
const connection = folded(sql.ref<string>('alerts.connection_name'))
const newest = sql`alerts.received_at desc, alerts.id desc`

const orders: Record<AlertSort, RawBuilder<unknown>> = {
  'timestamp-desc': newest,
  'timestamp-asc': sql`alerts.received_at, alerts.id`,
  'alertName-asc': sql`${name}, ${newest}`,
  'alertName-desc': sql`${name} desc, ${newest}`,
  'connectionName-asc': sql`${connection}, ${newest}`,
  'connectionName-desc': sql`${connection} desc, ${newest}`,
}

/** The newest first among equals. */
export const orderOf = (sort: AlertSort): RawBuilder<unknown> => orders[sort]
