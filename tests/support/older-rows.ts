/** Fills an account with a row in every table, in the form of the version whose migrations have been applied. */
import { sql } from 'kysely'
import { createSecretBox } from '#server/base/secrets.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { laneOf } from '#server/store/queue/lane-key.ts'
import { insertAccount } from '#server/store/rows/accounts.ts'
import { insertTemplates } from '#server/store/rows/templates.ts'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { libraryHash } from './library-hash.ts'

type Values = Record<string, string | number | null>
/** A row of an older version, by its table. */
export type LeftRow = { table: string; values: Values }

export type LeftAccount = {
  email: string
  connectionId: string
  /** Id of an alert that waits to be sent. */
  waitingId: string
  /** Rows that no later version changes. */
  rows: LeftRow[]
}

/** Tables filled with the account itself, by triggers, or for the life of a process. */
const MADE_BY_OTHERS =
  /^(user|account|session|message_templates|workers|line_version|count_changes|(quarter|connection)_counts|search_\w+|kysely_\w+|_litestream_\w+)$/

const HOUR_MS = 3_600_000

/**
 * @param name of the account, and prefix of its ids
 * @param chat a bot and a chat that Telegram knows
 */
export async function leaveAccount(
  db: Database,
  name: string,
  chat: { token: string; chatId: string; secretKey: string; password: string },
): Promise<LeftAccount> {
  const now = Date.now()
  const email = `${name}@example.com`
  const passwordHash = libraryHash(chat.password)
  const userId = `${name}-user`
  await transaction(db, async trx => {
    await insertAccount(trx, { id: userId, email, name, passwordHash }, now - HOUR_MS)
    await insertTemplates({ db: trx, userId }, plainTemplates, now - HOUR_MS)
    // A second account has the second factor, since the first has to sign in by its password alone.
    const guarded = { id: `${name}-guarded`, email: `guarded-${email}`, name, passwordHash }
    await insertAccount(trx, guarded, now - HOUR_MS)
  })
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const given = rowsOf(name, userId, { ...chat, now })
  const without = tables.filter(
    ({ name: table }) => !MADE_BY_OTHERS.test(table) && given.every(row => row.table !== table),
  )
  if (without.length > 0) throw new Error(`no row of ${without[0]?.name} is left`)
  const rows: LeftRow[] = []
  for (const { table, values } of given) {
    const columns = tables.find(one => one.name === table)?.columns.map(one => one.name) ?? []
    const known = Object.entries(values).filter(([column]) => columns.includes(column))
    if (known.length === 0) continue
    await sql`insert into ${sql.table(table)} (${sql.join(known.map(([column]) => sql.ref(column)))})
      values (${sql.join(known.map(([, value]) => value))})`.execute(db)
    rows.push({ table, values: Object.fromEntries(known) })
  }
  return {
    email,
    connectionId: `${name}-connection`,
    waitingId: `${name}-waits`,
    rows: rows.filter(({ table, values }) => stays(table, values)),
  }
}

/** As made by versions without buttons. */
const plainTemplates = defaultTemplates.map(({ id, name, content }) => ({ id, name, content }))

const stays = (table: string, { status }: Values): boolean =>
  status !== 'pending' && !LASTS_SHORTLY.has(table) && !READ_OTHERWISE.has(table)

const LASTS_SHORTLY = new Set([
  'deliveries',
  'lanes',
  'bots',
  'tombstones',
  'verification',
  'rateLimit',
  'pauses',
  'seen_chats',
  'sign_in_failures',
])

/** Tables whose times and booleans are read in another form than written. */
const READ_OTHERWISE = new Set(['passkey'])

function rowsOf(
  name: string,
  userId: string,
  {
    token,
    chatId,
    secretKey,
    now,
  }: { token: string; chatId: string; secretKey: string; now: number },
): LeftRow[] {
  const botId = token.slice(0, token.indexOf(':'))
  const lane = laneOf(userId, botId, chatId)
  const connectionId = `${name}-connection`
  const own = { user_id: userId, connection_id: connectionId }
  const alert = {
    ...own,
    connection_name: 'Oro H1',
    name: 'Cruce',
    summary: 'Compra',
    received_at: now - HOUR_MS,
    reading: 'json',
    payload: '{"symbol":"BTCUSDT","price":"67432.50"}',
    attempts: 1,
    uncertain: 0,
    missing: '[]',
  }
  const report = { user_id: userId, timestamp: now - HOUR_MS, repeat_key: 'x', count: 3 }
  const row = (table: string, values: Values) => ({ table, values })
  return [
    row('second_factors', {
      user_id: `${name}-guarded`,
      secret: createSecretBox([secretKey]).encrypt('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
      since: now - HOUR_MS,
      last_step: 1,
    }),
    row('recovery_codes', { user_id: `${name}-guarded`, code_hash: `the hash of one of ${name}` }),
    row('profiles', { user_id: userId, initial_setup_complete: 1 }),
    row('settings', { name: `a setting of ${name}`, value: 'kept' }),
    row('verification', {
      id: name,
      identifier: name,
      value: 'x',
      expiresAt: iso(now),
      createdAt: iso(now),
      updatedAt: iso(now),
    }),
    row('passkey', {
      id: `${name}-passkey`,
      name: 'Móvil',
      publicKey: 'x',
      userId,
      credentialID: `${name}-credential`,
      counter: 0,
      deviceType: 'multiDevice',
      backedUp: '1',
      createdAt: iso(now),
    }),
    row('rateLimit', { id: name, key: name, count: 1, lastRequest: now - HOUR_MS }),
    row('sign_in_failures', { email: `${name}@example.com`, at: now - HOUR_MS }),
    row('account_events', {
      id: `${name}-event`,
      user_id: userId,
      kind: 'sign-in',
      at: now - HOUR_MS,
      since: now - HOUR_MS,
      count: 1,
      address: '203.0.113.7',
      user_agent: 'Mozilla/5.0',
      repeat_key: `${name}-event`,
    }),
    row('connections', {
      id: connectionId,
      user_id: userId,
      name: 'Oro H1',
      telegram_bot_token: createSecretBox([secretKey]).encrypt(token),
      telegram_bot_token_tail: token.slice(-4),
      bot_id: botId,
      telegram_chat_id: chatId,
      chat_id: chatId,
      lane,
      template_id: 'simple-alert',
      description: 'La de siempre',
      tags: '["oro"]',
      is_active: 1,
      version: 3,
      created_at: now - HOUR_MS,
      mark_late: 0,
    }),
    row('addresses', {
      id: `${name}-address`,
      connection_id: connectionId,
      created_at: now - HOUR_MS,
      retired: 0,
    }),
    row('alerts', {
      ...alert,
      id: `${name}-arrived`,
      status: 'success',
      message_text: 'Compra BTC',
      message_entities: '[]',
      message_ids: '[7]',
      first_attempt_at: now - HOUR_MS,
      delivered_at: now - HOUR_MS + 80,
    }),
    row('alerts', {
      ...alert,
      id: `${name}-failed`,
      status: 'failed',
      error_code: 'bot_blocked',
      error_reason: 'El usuario bloqueó el bot.',
      message_ids: '[]',
    }),
    row('alerts', {
      ...alert,
      id: `${name}-waits`,
      status: 'pending',
      attempts: 0,
      message_ids: '[]',
      received_at: now,
    }),
    row('deleted_alerts', {
      id: `${name}-deleted`,
      user_id: userId,
      received_at: now - HOUR_MS,
      exact: 281_474_976_710_655,
      repaired: 2,
      named: 0,
    }),
    row('history_floors', { user_id: userId, kept_since: 1 }),
    row('deliveries', {
      ...own,
      alert_id: `${name}-waits`,
      lane,
      attempts: 0,
      due_at: 0,
      due_wait: 0,
      in_flight: 0,
      link_preview: 1,
      sent_ids: '[]',
    }),
    row('lanes', { lane, user_id: userId, waits_until: now - 1, wait: 1_000 }),
    row('bots', { bot_id: botId, waits_until: now - 1, wait: 1_000 }),
    row('tombstones', {
      user_id: userId,
      connection_id: `${name}-gone`,
      last_seq: 0,
      error_code: 'connection_deleted',
      error_reason: 'La conexión se eliminó.',
    }),
    row('pauses', { user_id: userId, lane: `${lane}0`, since: now - HOUR_MS }),
    row('chat_links', {
      code_hash: `the hash of a code of ${name}`,
      user_id: userId,
      bot_id: botId,
      bot: JSON.stringify({ id: botId, username: 'oro_bot', name: 'Oro' }),
      token: '',
      created_at: now - HOUR_MS,
      until: now - HOUR_MS + 60_000,
      listens: 0,
      progress: '{"state":{"kind":"ended"},"chosen":null,"added":[]}',
      version: 2,
    }),
    row('seen_chats', {
      bot_id: botId,
      chat_id: chatId,
      chat: JSON.stringify({ id: chatId, type: 'private', title: 'Ana', isForum: false }),
      seen_at: now - HOUR_MS,
    }),
    row('api_tokens', {
      id: `${name}-token`,
      user_id: userId,
      name: 'Copia de cada noche',
      scope: 'read',
      hash: `the hash of a token of ${name}`,
      tail: 'q3Xw9B',
      created_at: now - HOUR_MS,
      last_used_at: now - 1,
    }),
    row('dashboards', { user_id: userId, widgets: '[]' }),
    row('tv_alert_configs', {
      ...own,
      id: `${name}-config`,
      name: 'Cruce de medias',
      template_fields: '{}',
      condition_notes: 'al cierre',
      frequency_notes: '',
      version: 1,
      created_at: now - HOUR_MS,
    }),
    row('watched_series', {
      ...own,
      id: `${name}-series`,
      name: 'Barrido',
      folded: 'Barrido',
      rhythm: '{}',
      recent: '[]',
      strip: '{"day":20000,"counts":[]}',
      firings: 3,
      first_fired_at: now - HOUR_MS,
      last_fired_at: now - HOUR_MS,
      state: 'unknown',
      state_since: now - HOUR_MS,
      limit_level: 0,
      version: 1,
    }),
    row('watch_alarms', {
      id: `${name}-alarm`,
      user_id: userId,
      kind: 'fall',
      about: `${name}-series`,
      title: 'Barrido calla',
      message: 'Barrido no se dispara.',
      at: now - HOUR_MS,
      status: 'sent',
      attempts: 1,
      settled_at: now - HOUR_MS,
      was_normal: 0,
    }),
    row('heartbeats', {
      id: `${name}-heartbeat-of-22`,
      user_id: userId,
      name: 'BTC cada hora',
      every_minutes: 60,
      created_at: now - HOUR_MS,
    }),
    row('watch_settings', {
      user_id: userId,
      connection_id: connectionId,
      alarms: 1,
      expiry_reminders: 1,
    }),
    row('watch_absences', {
      whose: `of ${name}`,
      from_at: now - HOUR_MS,
      to_at: now - HOUR_MS + 60_000,
    }),
    row('watch_duty', { name: `another duty of ${name}`, held_until: 0, cursor: '' }),
    row('notifications', {
      ...report,
      id: `${name}-notification`,
      title: 'Telegram pide una pausa',
      message: 'Espera',
      read: 0,
      type: 'warning',
      link: null,
    }),
    row('error_logs', {
      ...report,
      id: `${name}-error`,
      source: 'delivery',
      message: 'Envío para «Cruce»: Fallo definitivo',
      is_critical: 1,
      details: '{"alertId":"x"}',
    }),
  ]
}

const iso = (instant: number): string => new Date(instant).toISOString()
