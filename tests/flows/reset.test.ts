import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  DERIVED_TABLES,
  HISTORY_TABLES,
  KEPT_TABLES,
  SET_UP_TABLES,
} from '#server/store/account/account-tables.ts'
import { databaseType } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { leaveAccount } from '../support/older-rows.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOf, PASSWORD, signUp, startSession, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

/** Fills an account with one of everything, including an alert that can't be sent yet. */
async function furnish(who: Trader, { botApi }: TestApp) {
  const connection = await who.connect(botApi, { tags: ['oro'] })
  botApi.fail({ chatId: connection.telegramChatId }, { kind: 'flood', retryAfter: 120 })
  await postAlert(connection.webhookUrl, '{"a": 1,}')
  await expect.poll(async () => (await who.api.alerts.list({})).items[0]?.reason).toContain('pausa')
  const draft = { name: 'Cruce', connectionId: connection.id, templateFields: {} }
  await who.api.tvConfigs.create(draft)
  await who.api.templates.create({ name: 'Mía', content: 'x' })
  await who.api.templates.remove({ id: 'json-dump' })
  await who.api.dashboard.replace({ widgets: [] })
  await who.api.profile.update({
    notificationsEnabled: false,
    historyDays: 30,
    timeZone: 'Asia/Tokyo',
  })
  const nowhere = await who.connect(botApi, { telegramChatId: '999' })
  await who.api.connections.test({ id: nowhere.id })
  return connection
}

describe('the full reset', () => {
  it('makes the account as new, keeps it signed in, and spares other accounts', async () => {
    await using stage = await startTestApp()
    const [trader, other] = [await signUp(stage), await signUp(stage, 'otra')]
    const connection = await furnish(trader, stage)
    await furnish(other, stage)
    const others = await other.api.data.exportAll()

    await trader.api.data.reset()
    const { api } = trader
    expect(await api.connections.list()).toEqual([])
    expect((await api.alerts.list({})).total).toBe(0)
    expect(await api.notifications.list()).toEqual([])
    expect((await api.errorLogs.list({})).total).toBe(0)
    expect(await api.profile.read()).toMatchObject({
      initialSetupComplete: false,
      notificationsEnabled: true,
      historyDays: null,
      ownTimeZone: null,
    })
    const { exportedAt: _, ...file } = await api.data.exportAll()
    const fresh = await signUp(stage, 'nueva')
    const { exportedAt: __, ...begun } = await fresh.api.data.exportAll()
    expect(file).toEqual(begun)
    expect(file.messageTemplates).toEqual(
      defaultTemplates.map(template => ({ picture: 'below', whenMissing: 'line', ...template })),
    )
    expect((await api.stats.summary({ tz: 'UTC' })).total).toBe(0)
    expect((await postAlert(connection.webhookUrl, {})).status).toBe(404)
    const waiting = await stage.app.db.selectFrom('deliveries').select('alert_id').execute()
    expect(waiting).toEqual([{ alert_id: (await other.api.alerts.list({})).items[0]?.id }])

    expect({ ...(await other.api.data.exportAll()), exportedAt: '' }).toEqual({
      ...others,
      exportedAt: '',
    })
    expect((await other.api.alerts.list({})).total).toBe(1)
    expect((await other.api.notifications.list()).length).toBeGreaterThan(0)
  })

  it('removes API tokens and factors on request, of its own account only', async () => {
    await using stage = await startTestApp()
    const { app, botApi, secretKey, url } = stage
    const [luis, marta] = await Promise.all(
      ['luis', 'marta'].map(async name => {
        const chat = { token: botApi.addBot().token, chatId: '500' }
        const { email } = await leaveAccount(app.db, name, {
          ...chat,
          secretKey,
          password: PASSWORD,
        })
        for (const table of ['second_factors', 'recovery_codes'] as const)
          await app.db
            .updateTable(table)
            .set({ user_id: `${name}-user` })
            .where('user_id', '=', `${name}-guarded`)
            .execute()
        return apiOf(url, await startSession({ db: app.db, secretKey, url }, email))
      }),
    )
    const both = ['luis-user', 'marta-user']
    const whole = { api_tokens: both, second_factors: both, recovery_codes: both, passkey: both }
    expect(await owners(app.db)).toEqual(whole)

    await marta?.data.reset()
    expect(await owners(app.db)).toEqual(whole)
    await marta?.data.reset({ tokens: true, factors: false })
    expect(await owners(app.db)).toEqual({ ...whole, api_tokens: ['luis-user'] })
    await luis?.data.reset({ factors: true })
    expect(await owners(app.db)).toEqual({
      api_tokens: ['luis-user'],
      second_factors: ['marta-user'],
      recovery_codes: ['marta-user'],
      passkey: ['marta-user'],
    })
    expect(await luis?.sessions.list()).toHaveLength(1)
    expect(await renewedSessions(app.db)).toEqual(['luis-user'])
    const { items } = (await luis?.accountEvents.list({})) ?? {}
    expect(items?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['second-factor-off', 'passkey-removed']),
    )
  })

  it('covers every table with a user_id', async () => {
    await using stage = await startTestApp()
    const tables = await stage.app.db.introspection.getTables()
    const owned = tables
      .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
      .map(({ name }) => name)
    const known = [
      ...SET_UP_TABLES,
      ...Object.keys({ ...HISTORY_TABLES, ...DERIVED_TABLES }),
      ...KEPT_TABLES,
      // The index deletes its texts after their alerts; SQLite keeps them in another file.
      ...(databaseType(stage.app.db) === 'postgres' ? ['search_texts'] : []),
    ]
    expect(owned.toSorted()).toEqual(known.toSorted())
  })
})

/** Accounts of sessions whose reference has been replaced. */
async function renewedSessions(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .select('userId')
    .where('previousReference', 'is not', null)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Accounts that own rows of each credential besides the password. */
async function owners(db: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of ['api_tokens', 'second_factors', 'recovery_codes', 'passkey']) {
    const owner = sql.ref(table === 'passkey' ? 'userId' : 'user_id')
    const { rows } = await sql<{ owner: string }>`
      select distinct ${owner} as owner from ${sql.table(table)} order by 1
    `.execute(db)
    found[table] = rows.map(row => row.owner)
  }
  return found
}
