import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_CONNECTION_CONFIGS } from '#shared/limits.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp
let trader: Trader

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

const alertNameOf = async (webhookUrl: string, body: object) => {
  const response = await postAlert(webhookUrl, body)
  const { alertId } = (await response.json()) as { alertId: string }
  return (await trader.api.alerts.read({ id: alertId })).name
}

describe('a TV configuration', () => {
  it('is stored with its fields in order, and yields the JSON to paste', async () => {
    const connection = await trader.connect(stage.botApi)
    const templateFields = { symbol: '{{ticker}}', z: 'fijo', a: '', 'strategy.x': 'ñ "1"\n' }
    const made = await trader.api.tvConfigs.create({
      name: ' Cruce ',
      connectionId: connection.id,
      templateFields,
      tradingViewConditionNotes: 'EMA 9/21',
    })
    expect(made).toMatchObject({ name: 'Cruce', tradingViewFrequencyNotes: '', version: 1 })
    const read = await trader.api.tvConfigs.read({ id: made.id })
    expect(read).toEqual(made)
    expect(Object.keys(read.templateFields)).toEqual(['symbol', 'z', 'a', 'strategy.x'])
    const payload = await trader.api.tvConfigs.payload({ id: made.id })
    expect(JSON.stringify(payload)).toBe(
      JSON.stringify({ connectionId: connection.id, ...templateFields }),
    )
    expect(await trader.api.tvConfigs.list()).toEqual([made])
    await trader.api.tvConfigs.remove({ id: made.id })
    expect(await trader.api.tvConfigs.list()).toEqual([])
    await expect(trader.api.tvConfigs.remove({ id: made.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('is refused without a name or a connection', async () => {
    const connectionId = (await trader.connect(stage.botApi)).id
    for (const lacking of [{ name: ' ' }, { connectionId: '' }])
      await expect(
        trader.api.tvConfigs.create({ name: 'x', connectionId, templateFields: {}, ...lacking }),
      ).rejects.toMatchObject({
        code: 'INPUT_INVALID',
        message: 'El nombre y la conexión de Pregonero son requeridos.',
      })
  })

  it('refuses an edit of an older version', async () => {
    const connectionId = (await trader.connect(stage.botApi)).id
    const draft = { name: 'Uno', connectionId, templateFields: {} }
    const { id, version } = await trader.api.tvConfigs.create(draft)
    const changed = await trader.api.tvConfigs.update({ ...draft, id, version, name: 'Dos' })
    expect(changed).toMatchObject({ name: 'Dos', version: version + 1 })
    await expect(trader.api.tvConfigs.update({ ...draft, id, version })).rejects.toMatchObject({
      code: 'EDIT_CONFLICT',
    })
    await expect(
      trader.api.tvConfigs.update({ ...draft, id, connectionId: 'otra' }),
    ).rejects.toMatchObject({ code: 'CONNECTION_UNKNOWN' })
    expect(await trader.api.tvConfigs.read({ id })).toEqual(changed)
  })

  it('is bounded in the size of its fields, and to 100 per connection', async () => {
    const { id: connectionId } = await trader.connect(stage.botApi)
    const draft = { name: 'x', connectionId, templateFields: {} }
    const fields = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [n, 'x'.repeat(1_000)]))
    await expect(
      trader.api.tvConfigs.create({ ...draft, templateFields: fields }),
    ).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    for (let n = 0; n < MAX_CONNECTION_CONFIGS; n += 1) await trader.api.tvConfigs.create(draft)
    await expect(trader.api.tvConfigs.create(draft)).rejects.toMatchObject({
      code: 'TOO_MANY_CONFIGS',
      message: 'Una conexión puede tener como máximo 100 configuraciones.',
    })
    const [first] = (await trader.api.tvConfigs.list()).filter(
      config => config.connectionId === connectionId,
    )
    expect(await trader.api.tvConfigs.update({ ...draft, id: first?.id ?? '' })).toBeDefined()
    const gone = trader.api.tvConfigs.update({ ...draft, id: 'gone' })
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is removed with its connection, without the others', async () => {
    const [gone, stays] = [await trader.connect(stage.botApi), await trader.connect(stage.botApi)]
    for (const { id } of [gone, gone, stays])
      await trader.api.tvConfigs.create({ name: 'X', connectionId: id, templateFields: {} })
    await trader.api.connections.remove({ id: gone.id })
    const left = (await trader.api.tvConfigs.list()).map(({ connectionId }) => connectionId)
    expect(left).not.toContain(gone.id)
    expect(left).toContain(stays.id)
  })

  it('names the alerts that match its fields and bring no name', async () => {
    const connection = await trader.connect(stage.botApi, { name: 'Oro' })
    await trader.api.tvConfigs.create({
      name: 'Ruptura',
      connectionId: connection.id,
      templateFields: { symbol: '{{ticker}}', notes: 'Ruptura de 4100' },
    })
    const named = (body: object) => alertNameOf(connection.webhookUrl, body)
    expect(await named({ symbol: 'XAUUSD', notes: 'Ruptura de 4100' })).toBe('Ruptura')
    expect(await named({ notes: 'Ruptura de 4100', alert_name: 'Mía' })).toBe('Mía')
    expect(await named({ notes: 'Otra' })).toBe('Alerta de Oro')
    const other = await trader.connect(stage.botApi, { name: 'Plata' })
    expect(await alertNameOf(other.webhookUrl, { notes: 'Ruptura de 4100' })).toBe(
      'Alerta de Plata',
    )
  })
})
