import { sql } from 'kysely'
import type { Database, Tables } from '#server/store/engine/schema.ts'

export type MovedTable = {
  name: string
  /** In Spanish. */
  title: string
  columns: string[]
  /** Columns by which its rows are sorted: its key, or all columns if it has no key. */
  order: { name: string; isText: boolean }[]
}

type Column = { table: string; name: string; type: string; key: number }

type Decision = {
  /** In Spanish. */
  title: string
  /** The table is not moved: it only concerns the database that it is in. */
  stays?: true
  /** The table holds counts of alerts: a database whose triggers note changes fills it itself. */
  isCount?: true
  /** Columns that are not moved. */
  without?: readonly string[]
}

/** Title of each table, and whether it is moved. Each table comes after the tables that it refers to. */
const decisions: Readonly<Record<keyof Tables | 'verification', Decision>> = {
  user: { title: 'Cuentas' },
  account: { title: 'Contraseñas' },
  session: { title: 'Sesiones' },
  passkey: { title: 'Llaves de acceso' },
  api_tokens: { title: 'Tokens de API' },
  verification: { title: 'Verificaciones' },
  rateLimit: { title: 'Límites de acceso' },
  sign_in_failures: { title: 'Accesos fallidos' },
  account_events: { title: 'Actividad de las cuentas' },
  second_factors: { title: 'Verificaciones en dos pasos' },
  recovery_codes: { title: 'Códigos de recuperación' },
  settings: { title: 'Ajustes' },
  profiles: { title: 'Perfiles' },
  message_templates: { title: 'Plantillas' },
  connections: { title: 'Conexiones' },
  addresses: { title: 'Direcciones' },
  tv_alert_configs: { title: 'Configuraciones de TradingView' },
  alerts: { title: 'Alertas' },
  deleted_alerts: { title: 'Alertas eliminadas' },
  history_floors: { title: 'Límites del historial' },
  deliveries: { title: 'Alertas por enviar' },
  tombstones: { title: 'Eliminaciones pendientes' },
  lanes: { title: 'Pausas de chats' },
  pauses: { title: 'Chats en pausa' },
  bots: { title: 'Pausas de bots', without: ['worker', 'silent_since', 'silent_seen'] },
  watched_series: { title: 'Alertas vigiladas' },
  watch_alarms: { title: 'Avisos de Vigía' },
  heartbeats: { title: 'Latidos' },
  watch_settings: { title: 'Ajustes de Vigía' },
  watch_absences: { title: 'Ausencias' },
  watch_duty: { title: 'Estado de Vigía', without: ['holder'] },
  // Rows of these two are kept for about a day.
  chat_links: { title: 'Enlaces para conectar un chat', stays: true },
  seen_chats: { title: 'Chats vistos', stays: true },
  workers: { title: 'Procesos', stays: true },
  line_version: { title: 'Versión de la línea', stays: true },
  count_changes: { title: 'Cambios de recuentos', isCount: true },
  quarter_counts: { title: 'Recuentos por cuarto de hora', isCount: true },
  connection_counts: { title: 'Recuentos por conexión', isCount: true },
  // Each database fills these itself while alerts are written; SQLite keeps the texts in a separate file.
  search_changes: { title: 'Cambios de la búsqueda', stays: true },
  search_texts: { title: 'Textos de la búsqueda', stays: true },
  dashboards: { title: 'Diseños del panel' },
  notifications: { title: 'Notificaciones' },
  error_logs: { title: 'Registro de errores' },
}

/** Every table of ours, whether it moves or not. */
export const ourTables: readonly (Decision & { name: string })[] = Object.entries(decisions).map(
  ([name, decision]) => ({ name, ...decision }),
)

/** Tables that may have rows in an installation without accounts, from its start or from attempts to sign in. */
export const TRACES: readonly string[] = [
  'settings',
  'rateLimit',
  'sign_in_failures',
  'workers',
  'line_version',
  'watch_duty',
  'watch_absences',
]

/** The tables that move, as they are in a SQLite file of this version. */
export const movedTables = (from: Database): Promise<MovedTable[]> =>
  tablesOf(from, ({ stays, isCount }) => !stays && !isCount)

/** The tables that a backup contains, as they are in a SQLite file of any version. */
export const copiedTables = (from: Database): Promise<MovedTable[]> =>
  tablesOf(from, ({ stays }) => !stays)

async function tablesOf(
  from: Database,
  isWanted: (decision: Decision) => boolean,
): Promise<MovedTable[]> {
  const columns = await columnsOf(from)
  return ourTables.filter(isWanted).flatMap(({ name, title, without = [] }) => {
    const wanted = columns.filter(column => column.table === name && !without.includes(column.name))
    const names = wanted.map(column => column.name)
    return names.length === 0 ? [] : { name, title, columns: names, order: orderOf(wanted) }
  })
}

/** Tables that other programs keep in the file, as Litestream does. */
export async function foreignTables(from: Database): Promise<string[]> {
  const tables = new Set((await columnsOf(from)).map(({ table }) => table))
  return [...tables].filter(table => ourTables.every(({ name }) => name !== table))
}

/** All tables but the migrator's own and SQLite's. */
async function columnsOf(from: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select tables.name as "table", columns.name, lower(columns.type) as type, columns.pk as key
    from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table'
      and tables.name not like 'sqlite%' and tables.name not like 'kysely%'
    order by tables.name, columns.cid`.execute(from)
  return rows
}

function orderOf(columns: readonly Column[]): MovedTable['order'] {
  const keys = columns.filter(({ key }) => key > 0).sort((a, b) => a.key - b.key)
  return (keys.length > 0 ? keys : columns).map(({ name, type }) => ({
    name,
    isText: type === 'text',
  }))
}
