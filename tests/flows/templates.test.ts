import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TemplateButton } from '#shared/model/template-button.ts'
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

describe('an account without alerts', () => {
  it('has neither payloads to try a template on nor samples', async () => {
    expect(await trader.api.templates.trial({ content: '{{price}}' })).toEqual({
      tried: 0,
      misfits: 0,
      withGaps: 0,
      missing: [],
    })
    expect(await trader.api.templates.samples()).toEqual({ payloads: [], keys: [] })
  })
})

describe('an account with alerts', () => {
  beforeAll(async () => {
    const { webhookUrl } = await trader.connect(stage.botApi, { name: 'Oro' })
    const long = { symbol: 'X', text: 'x'.repeat(20_000) }
    const bodies = [
      '{"symbol":"A","price":1.10,"bar":{"close":2},"levels":[1]}',
      { symbol: 'B', alert_name: 'Mía' },
      'solo texto',
      '{"symbol":"C","rsi":NaN,}',
      long,
    ]
    for (const body of bodies) expect((await postAlert(webhookUrl, body)).status).toBe(202)
  })

  it('tries a template on its payloads, and counts missing keys', async () => {
    const content =
      '{{symbol}} {{price}} {{#if rsi}}{{rsi}}{{/if}} {{bar.close}} {{connection_name}}'
    expect(await trader.api.templates.trial({ content })).toEqual({
      tried: 3,
      misfits: 0,
      withGaps: 2,
      missing: [
        { key: 'price', payloads: 2 },
        { key: 'bar.close', payloads: 2 },
      ],
    })
    expect(await trader.api.templates.trial({ content: '{{symbol}}' })).toMatchObject({
      tried: 3,
      withGaps: 0,
    })
  })

  it('offers its latest payloads as samples, as they were written', async () => {
    const { payloads, keys } = await trader.api.templates.samples()
    expect(payloads.map(({ alertName, text }) => [alertName, JSON.parse(text).symbol])).toEqual([
      ['Alerta de Oro', 'C'],
      ['Mía', 'B'],
      ['Alerta de Oro', 'A'],
    ])
    expect(payloads[2]).toMatchObject({ connectionName: 'Oro' })
    expect(payloads[2]?.text).toContain('"price": 1.10')
    expect(keys).toEqual(['symbol', 'rsi', 'alert_name', 'price', 'bar.close', 'levels'])
  })

  it('tries a template in use on payloads of its own connections', async () => {
    const { id } = await trader.api.templates.create({ name: 'Mía', content: '{{nivel}}' })
    const trial = () => trader.api.templates.trial({ id, content: '{{nivel}}' })
    expect(await trial()).toMatchObject({ tried: 3, misfits: 3, withGaps: 0 })
    const own = await trader.connect(stage.botApi, { templateId: id })
    expect(await trial()).toMatchObject({ tried: 0 })
    for (const nivel of [1, 2]) await postAlert(own.webhookUrl, { nivel })
    expect(await trial()).toEqual({ tried: 2, misfits: 0, withGaps: 0, missing: [] })
  })

  it('shows a template by the newest payload of its connections', async () => {
    const { templates } = trader.api
    const [one, other] = [
      await templates.create({ name: 'Una', content: '{{nivel}}' }),
      await templates.create({ name: 'Otra', content: '{{nivel}}' }),
    ]
    const own = await trader.connect(stage.botApi, { name: 'Plata', templateId: one.id })
    const ids = [one.id, other.id]
    expect(await templates.examples({ ids })).toEqual([])
    await postAlert(own.webhookUrl, '{"nivel":1.10}')
    await postAlert(own.webhookUrl, 'solo texto')
    expect(await templates.examples({ ids })).toMatchObject([
      { templateId: one.id, connectionName: 'Plata', text: '{\n  "nivel": 1.10\n}' },
    ])
    expect(await templates.examples({ ids: [] })).toEqual([])
    const luz = await signUp(stage, 'curiosa')
    expect(await luz.api.templates.examples({ ids })).toEqual([])
  })
})

describe('buttons, picture and missing-value rule of a template', () => {
  const buttons: TemplateButton[][] = [
    [
      { kind: 'chart', text: 'Gráfico', style: 'primary' },
      { kind: 'copy', text: 'Copiar', value: '{{price}}' },
    ],
    [{ kind: 'link', text: '{{symbol}}', url: 'https://ejemplo.com/{{symbol}}' }],
  ]
  const draft = { name: 'Con botones', content: '{{symbol}}' }

  it('default to no buttons and a picture below', async () => {
    const plain = await trader.api.templates.create(draft)
    expect(plain).toMatchObject({ ...draft, buttons: [], picture: 'below' })
  })

  it('are kept by an edit without them, and removed by one that says so', async () => {
    const { templates } = trader.api
    const made = await templates.create({ ...draft, buttons, picture: 'above' })
    expect(made).toMatchObject({ ...draft, buttons, picture: 'above' })
    const { id } = made
    const renamed = await templates.update({ ...draft, id, name: 'Otro nombre' })
    expect(renamed).toMatchObject({ name: 'Otro nombre', buttons, picture: 'above' })
    const emptied = await templates.update({ ...draft, id, buttons: [], picture: 'below' })
    expect(emptied).toMatchObject({ buttons: [], picture: 'below' })
    expect(await templates.read({ id })).toEqual(emptied)
  })

  it('are exported and imported, and reset by a file without them', async () => {
    const other = await signUp(stage, 'eva')
    const extras = { buttons, picture: 'above', whenMissing: 'marker' } as const
    const { id } = await other.api.templates.create({ ...draft, ...extras })
    const file = await other.api.data.exportAll()
    const exported = file.messageTemplates.find(template => template.id === id)
    expect(exported).toEqual({ ...draft, id, ...extras })
    const none = { buttons: [], picture: 'below' as const, whenMissing: 'line' as const }
    await other.api.templates.update({ ...draft, id, ...none })
    await other.api.data.importAll(file)
    expect(await other.api.templates.read({ id })).toMatchObject(extras)
    const messageTemplates = file.messageTemplates.map(({ id, name, content }) => ({
      id,
      name,
      content,
    }))
    await other.api.data.importAll({ ...file, messageTemplates })
    expect(await other.api.templates.read({ id })).toMatchObject(none)
  })

  it('count towards the size limit of all templates', async () => {
    const other = await signUp(stage, 'luz')
    const large = { name: 'Grande', content: 'x'.repeat(32_768) }
    const file = await other.api.data.exportAll()
    const messageTemplates = Array.from({ length: 128 }, (_, n) => ({ ...large, id: `t${n}` }))
    await other.api.data.importAll({ ...file, messageTemplates })
    const value = 'x'.repeat(1_000)
    const edit = { ...large, id: 't0', buttons: [[{ kind: 'copy' as const, text: 'a', value }]] }
    await expect(other.api.templates.update(edit)).rejects.toMatchObject({
      code: 'TEMPLATES_TOO_LARGE',
    })
    const [first, ...others] = messageTemplates
    const over = { ...first, buttons: edit.buttons }
    await expect(
      other.api.data.importAll({ ...file, messageTemplates: [over, ...others] }),
    ).rejects.toMatchObject({ code: 'IMPORT_INVALID' })
  })
})
