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

describe('before anything has come', () => {
  it('there is nothing to try a template on, nor to write it by', async () => {
    expect(await trader.api.templates.trial({ content: '{{price}}' })).toEqual({
      tried: 0,
      misfits: 0,
      withGaps: 0,
      missing: [],
    })
    expect(await trader.api.templates.samples()).toEqual({ payloads: [], keys: [] })
  })
})

describe('with what came', () => {
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

  it('a template is tried, and says what would be missing', async () => {
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

  it('what came last is there to write a template by, as it was written', async () => {
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

  it('a template in use is tried on what its own connections bring', async () => {
    const { id } = await trader.api.templates.create({ name: 'Mía', content: '{{nivel}}' })
    const trial = () => trader.api.templates.trial({ id, content: '{{nivel}}' })
    expect(await trial()).toMatchObject({ tried: 3, misfits: 3, withGaps: 0 })
    const own = await trader.connect(stage.botApi, { templateId: id })
    expect(await trial()).toMatchObject({ tried: 0 })
    for (const nivel of [1, 2]) await postAlert(own.webhookUrl, { nivel })
    expect(await trial()).toEqual({ tried: 2, misfits: 0, withGaps: 0, missing: [] })
  })

  it('a template is shown by the newest of what came to its connections', async () => {
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

describe('buttons, the place of a picture and what is done where a value is missing', () => {
  const buttons: TemplateButton[][] = [
    [
      { kind: 'chart', text: 'Gráfico', style: 'primary' },
      { kind: 'copy', text: 'Copiar', value: '{{price}}' },
    ],
    [{ kind: 'link', text: '{{symbol}}', url: 'https://ejemplo.com/{{symbol}}' }],
  ]
  const draft = { name: 'Con botones', content: '{{symbol}}' }

  it('are none, and below, where nothing is said of them', async () => {
    const plain = await trader.api.templates.create(draft)
    expect(plain).toMatchObject({ ...draft, buttons: [], picture: 'below' })
  })

  it('stay as they are when an edit leaves them out, and go when it says so', async () => {
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

  it('are exported, imported and, where a file has none, as if they had never been', async () => {
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

  it('count with the contents in how large all templates may be', async () => {
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
