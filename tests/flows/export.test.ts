import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DERIVED_TABLES,
  HISTORY_TABLES,
  SET_UP_TABLES,
} from '#server/store/account/account-tables.ts'
import { leaveAccount } from '../support/older-rows.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOf, PASSWORD, signUp, startSession } from '../support/trader.ts'

let stage: TestApp
let api: ReturnType<typeof apiOf>
/** All access rows (users, sessions, tokens …) before the first export. */
let before: Rows

beforeAll(async () => {
  stage = await startTestApp()
  const { app, botApi, secretKey, url } = stage
  await signUp(stage, 'luis')
  const { email } = await leaveAccount(app.db, 'marta', {
    token: botApi.addBot().token,
    chatId: '500',
    secretKey,
    password: PASSWORD,
  })
  api = apiOf(url, await startSession({ db: app.db, secretKey, url }, email))
  before = await accessRows()
})
afterAll(() => stage[Symbol.asyncDispose]())

describe('an export file', () => {
  it('holds no credentials, sessions or other access data', async () => {
    const file = await api.data.exportAll()
    expect(file.connections).toHaveLength(1)
    expect(Object.keys(file).toSorted()).toEqual([
      'connections',
      'dashboardWidgets',
      'exportFormatVersion',
      'exportedAt',
      'messageTemplates',
      'tradingViewAlertConfigs',
    ])
    const text = JSON.stringify(file)
    const secrets = Object.values(before).flatMap(rows => rows.flatMap(telling))
    expect(secrets.length).toBeGreaterThan(10)
    expect(secrets.filter(value => text.includes(value))).toEqual([])
  })

  it('imports no access data, even if it was added to the file', async () => {
    const file = { ...(await api.data.exportAll()), ...before }
    await api.data.importAll(file)
    const after = await accessRows()
    for (const [table, rows] of Object.entries(before)) {
      const [was, is] = [rows, after[table] ?? []].map(of => of.map(row => unmoving(table, row)))
      expect(is, table).toEqual(expect.arrayContaining(was ?? []))
      // The export and the import are account events themselves.
      if (table !== 'account_events') expect(is, table).toHaveLength(rows.length)
    }
  })
})

type Row = Record<string, unknown>
type Rows = Record<string, Row[]>

/** Tables of the set-up, the history, running processes and the database itself. */
const ELSEWHERE = new RegExp(
  `^(${[
    ...SET_UP_TABLES,
    ...Object.keys({ ...HISTORY_TABLES, ...DERIVED_TABLES }),
    ...[
      'addresses',
      'bots',
      'workers',
      'line_version',
      'watch_duty',
      'seen_chats',
      'settings',
      'search_\\w+',
      'kysely_\\w+',
    ],
  ].join('|')})$`,
)

async function accessRows(): Promise<Rows> {
  const { db } = stage.app
  const tables = await db.introspection.getTables()
  const rows: Rows = {}
  for (const { name } of tables.filter(table => !ELSEWHERE.test(table.name)))
    rows[name] = (await sql<Row>`select * from ${sql.table(name)}`.execute(db)).rows
  expect(Object.keys(rows)).toEqual(expect.arrayContaining(['user', 'account', 'session']))
  return rows
}

/** Texts of a row that are too long to occur elsewhere by chance. */
const telling = (row: Row): string[] =>
  Object.values(row).filter(value => typeof value === 'string' && value.length > 8) as string[]

/** Drops the columns of a session that every call updates. */
const unmoving = (table: string, { id, userId, ...row }: Row): Row =>
  table === 'session' ? { id, userId } : { id, userId, ...row }
