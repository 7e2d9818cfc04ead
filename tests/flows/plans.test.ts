import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { databaseType } from '#server/store/engine/dialect.ts'
import { statementName } from '#server/store/engine/prepared.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { MAX_WAITING_ALERTS } from '#shared/limits.ts'
import { scenes } from '../faults/support/scenes.ts'
import { setStage } from '../faults/support/stage.ts'
import { fillLongLane } from '../support/long-lane.ts'
import { pacedDelays } from '../support/paced-delays.ts'
import { type Plans, plansOf, watchStatements } from '../support/statements.ts'
import { PACE } from '../support/test-app.ts'
import { isOnPostgres, migratedPlace } from '../support/test-place.ts'

/** Index and table walks that a statement may make, and the bound of each. */
const BOUNDED: readonly { reads: RegExp; where?: RegExp; by: string }[] = [
  {
    reads: /^deliveries by lane$/,
    where: /limit (1|100|500|\$\d+)\b|min\("first"\."seq"\)/,
    by: 'its limit: the head, what may share a message, or a batch',
  },
  {
    reads: /^deliveries by lane$/,
    where: /"bytes_before"/,
    by: 'the head of each lane that is asked for, or the hundred that may share a message',
  },
  {
    reads: /^deliveries by user_id$/,
    where: /as "waiting" from \(.* limit (\?|\$\d+)\)/,
    by: 'its limit: what may wait of an account, beside the line and after each 5,000 alerts',
  },
  { reads: /^deliveries$/, where: /limit 500\) as "deliveries"/, by: 'the batch that it read' },
  { reads: /^deliveries by order$/, where: /"found"/, by: 'one entry a lane, and its limit' },
  {
    reads: /^deliveries by user_id, connection_id$/,
    where: /"elder"/,
    by: 'those before an alert that is read: a hundred, or the first that is elsewhere',
  },
  {
    reads: /^deliveries by user_id, connection_id$/,
    where: /limit (500|501|\$\d+)\b/,
    by: 'its limit: a batch',
  },
  {
    reads: /^deliveries by user_id, connection_id$/,
    where: /^select count/,
    by: 'what fails with a chat, once, in an index alone',
  },
  {
    reads: /^deliveries by (lane|user_id, connection_id)$/,
    where: /as "before"/,
    by: 'the first one, if there is any',
  },
  { reads: /^tombstones by (user_id, connection_id|order)$/, by: 'the first one, or the last' },
  {
    reads: /^(count|search)_changes/,
    where: /limit (1|300|500|2000|\$\d+)\b|count_changes where seq <= \?/,
    by: 'its limit: a batch',
  },
  { reads: /^search_texts by order$/, where: /limit 1\b/, by: 'the slots of a millisecond' },
  {
    reads: /^deliveries( by order)?$/,
    where: /search_texts\.alert_id = deliveries|^select "seq" from "deliveries" limit/,
    by: 'what waits, once from its end to its beginning, a batch at a time',
  },
  {
    reads: /^alerts by order$/,
    where: /^select "id" from "alerts" where "id" > \S+ limit /,
    by: 'the first one, if there is any',
  },
  { reads: /^alerts by user_id$/, where: /limit (500|\$\d+)$/, by: 'its limit: a batch' },
  { reads: /^lanes/, by: 'the chats that Telegram told to wait, and that wait still' },
  { reads: /^pauses/, by: 'those of an account, or those that ended a day ago, once' },
  {
    reads: /^(chat_links|seen_chats) by order$/,
    where: /"(until|seen_at)" (>|<=?) /,
    by: 'links that are open, each for ten minutes, or what is a day old, once',
  },
  { reads: /^chat_links by user_id$/, by: 'the links of an account: fifty' },
  {
    reads: /^seen_chats by (bot_id|order)$/,
    where: /not in .* limit (50|\$\d+)\)/,
    by: 'the chats of a bot in a day: fifty, and those of one answer',
  },
  { reads: /^workers/, by: 'the processes' },
  { reads: /^line_version$/, by: 'its one row' },
  {
    reads: /^(error_logs|notifications) by user_id$/,
    by: 'what was reported in five minutes, or what an account keeps and a batch',
  },
  { reads: /^profiles by order$/, where: /limit (1|\$\d+)$/, by: 'its limit: the next account' },
  { reads: /^connections by user_id$/, by: 'the connections of an account' },
  { reads: /^addresses by connection_id/, by: 'the addresses of a connection: twenty-five' },
  { reads: /^tv_alert_configs by/, by: 'the configurations of a connection: a hundred' },
  {
    reads: /^alerts( by order)?$/,
    where: /limit 10000\) as alerts$/,
    by: 'its limit: a page of what Vigía learns from, read apart from the line',
  },
  {
    reads: /^(watched_series|watch_alarms|heartbeats|watch_settings) by order$/,
    where: /limit (50|200|\$\d+)$/,
    by: 'its limit, of what is due now',
  },
  {
    reads: /^watch_alarms by order$/,
    where: /limit (20000|\$\d+)\) as "due"/,
    by: 'its limit: all alarms of twenty accounts',
  },
  { reads: /^watched_series by user_id/, by: 'what is watched of an account: a thousand' },
  { reads: /^heartbeats by user_id$/, by: 'the heartbeats of an account: twenty' },
  {
    reads: /^deleted_alerts by user_id$/,
    where: /^delete/,
    by: 'what is kept no longer, which each deletion trims',
  },
  { reads: /^alerts by/, where: /"sent_at"/, by: 'what was delivered to a chat in a minute' },
]

/**
 * Statements of lists, figures and forms, which run beside the line; of opening a store; and of hourly or daily
 * upkeep of all accounts, whose first run may be watched on a slow machine.
 */
const BESIDE =
  /max\(received_at\)|"history_days" is not null|as "(first_seq|last_old)"|quarter_counts|"range" cross join|max\("received_at"\)|"message_templates"\.\*|with "noted"|^select "seq" from "count_changes"$|kysely_migration|pg_catalog/

/** Tables of signing in and of Vigía, with upkeep at their own hour: no statement of the line touches them. */
const ASIDE = /\b(watch_absences|sign_in_failures|rateLimit|account_events)\b/

/** True for statements beside the line; SQLite's search has its own file and thread. */
const isBeside = (db: Database, statement: string): boolean =>
  BESIDE.test(statement) ||
  ASIDE.test(statement) ||
  (databaseType(db) === 'sqlite' && /search_(texts|state|trigrams)/.test(statement))

// The gate checks the plans of PostgreSQL; the extended tier those of SQLite.
const tags = isOnPostgres() ? [] : ['extended']

it('the line’s statements never walk a whole lane, account or table', { tags }, async () => {
  await using stage = await setStage(
    env =>
      startApp(readConfig({ ...env, DELIVERY_OUTAGE_WINDOW: '1s', BACKUP_KEEP: '0' }), {
        delays: pacedDelays(PACE),
        queueBound: { most: MAX_WAITING_ALERTS, countAfter: 1 },
      }),
    await migratedPlace(),
  )
  const { db } = stage.server
  // With statistics of a one-page queue, PostgreSQL would choose between two indexes by chance.
  if (databaseType(db) === 'postgres')
    await sql`alter table deliveries set (autovacuum_enabled = off)`.execute(db)
  using statements = watchStatements()
  const bot = stage.botApi.addBot()
  const opened = await stage.trader.api.chatLinks.create({ botToken: bot.token })
  if (opened.ok) stage.botApi.start(bot, opened.link.code)
  for (const scene of scenes) {
    const { play } = await scene.set(stage)
    await play()
    const pending = async () => (await stage.trader.api.alerts.list({ status: 'pending' })).total
    await expect.poll(pending).toBe(0)
  }
  const seen = statements
    .seen()
    .filter(text => /^\s*(select|with|insert|update|delete)\b/.test(text) && !isBeside(db, text))
  expect(seen.length).toBeGreaterThan(50)

  // PostgreSQL may keep the plan of a named statement from when its tables were small.
  const named = databaseType(db) === 'postgres' ? seen.filter(statementName) : []
  expect(await unboundedIn(named, await plansOf(db))).toEqual([])
  await fillLongLane(db, 8_000)
  expect(await unboundedIn(seen, await plansOf(db))).toEqual([])
})

async function unboundedIn(statements: readonly string[], { walksOf }: Plans): Promise<string[]> {
  const unbounded: string[] = []
  for (const statement of statements)
    for (const walk of await walksOf(statement)) {
      const isBounded = BOUNDED.some(
        ({ reads, where }) => reads.test(walk) && (where?.test(statement) ?? true),
      )
      if (!isBounded) unbounded.push(`${walk}: ${statement}`)
    }
  return unbounded
}
