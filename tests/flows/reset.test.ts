import { describe, expect, it } from 'vitest'
import {
  DERIVED_TABLES,
  HISTORY_TABLES,
  SET_UP_TABLES,
} from '#server/store/account/account-tables.ts'
import { databaseType } from '#server/store/engine/dialect.ts'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

/** Something of everything that an account may have, an alert that can't be sent yet among it. */
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
  it('leaves the account as new and signed in, and other accounts as they were', async () => {
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
      defaultTemplates.map(template => ({ picture: 'below', ...template })),
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

  it('forgets no table', async () => {
    await using stage = await startTestApp()
    const tables = await stage.app.db.introspection.getTables()
    const owned = tables
      .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
      .map(({ name }) => name)
    const known = [
      ...SET_UP_TABLES,
      ...Object.keys({ ...HISTORY_TABLES, ...DERIVED_TABLES }),
      // The search's texts go when it is told that their alerts are gone; SQLite has them elsewhere.
      ...(databaseType(stage.app.db) === 'postgres' ? ['search_texts'] : []),
    ]
    expect(owned.toSorted()).toEqual(known.toSorted())
  })
})
