import { describe, expect, it } from 'vitest'
import { formattedParts } from '../../../../tests/support/formatted-parts.ts'
import { templateDraftSchema } from '../../model/template.ts'
import { parsePayload } from '../../payload/payload.ts'
import { fillTemplate } from '../fill-template.ts'
import { isHtml } from '../markup/html.ts'
import { templateButtons } from '../message-buttons.ts'
import { splitMessage } from '../split.ts'
import { resolveConditionals } from './conditionals.ts'
import { defaultTemplates } from './default-templates.ts'
import { placeholdersOf, templateTokens } from './template-tokens.ts'

const builtIn = { connection_name: 'Cripto', alert_name: 'Cruce', timestamp: '18/2/2026, 15:30' }

const content = (id: string) => defaultTemplates.find(template => template.id === id)?.content ?? ''
/** Keys that a template asks for if no condition is met. */
const mandatoryKeys = (template: string) => [
  ...new Set(
    resolveConditionals(templateTokens(template), () => false).flatMap(token =>
      token.kind === 'value' ? token.key : [],
    ),
  ),
]

function fill(template: string, keys: string[], valueFor: (key: string) => string) {
  const body = Object.fromEntries(keys.map(key => [key, valueFor(key)]))
  return fillTemplate(template, {
    payload: parsePayload(JSON.stringify(body)),
    builtIn,
    timeZone: 'UTC',
  })
}

describe('the default templates', () => {
  it('are the ten of the specification', () => {
    expect(defaultTemplates.map(({ id, name }) => `${id}: ${name}`)).toEqual([
      'default-signal: Señal Básica de TradingView',
      'simple-alert: Alerta Simple',
      'detailed-strategy: Estrategia Detallada',
      'indicator-crossing: Cruce de Indicadores',
      'volume-spike: Pico de Volumen',
      'price-level-breach: Ruptura de Nivel',
      'news-event: Evento de Noticias',
      'json-dump: Volcado JSON',
      'minimalist-signal: Señal Minimalista',
      'error-notification: Notificación de Error',
    ])
  })

  it('are valid drafts for the editor', () => {
    for (const { id, ...draft } of defaultTemplates)
      expect(templateDraftSchema.parse(draft), id).toEqual(draft)
  })

  it('show times in each reader’s zone', () => {
    const timed = defaultTemplates.filter(({ content }) => content.includes('{{timestamp'))
    expect(timed).toHaveLength(5)
    for (const template of timed) {
      const { message } = fillTemplate(template.content, {
        payload: parsePayload('{}'),
        builtIn,
        receivedAt: Date.parse('2026-02-18T14:30:00Z'),
        timeZone: 'Europe/Madrid',
      })
      const unix_time = Date.parse('2026-02-18T14:30:00Z') / 1000
      expect(message.entities, template.id).toContainEqual(
        expect.objectContaining({ type: 'date_time', unix_time }),
      )
    }
  })

  it('use HTML, raw placeholders and conditions', () => {
    const all = defaultTemplates.map(template => template.content)
    expect(all.some(isHtml)).toBe(true)
    expect(all.join()).toMatch(/\{\{\{\w+\}\}\}/)
    expect(all.join()).toMatch(/\{\{#if \w+\}\}/)
  })

  describe.each(defaultTemplates)('$name', ({ content: template }) => {
    const keys = placeholdersOf(template).filter(key => key !== 'payload')
    const minimal = mandatoryKeys(template).filter(key => key !== 'payload')

    it('shows every field that it asks for', () => {
      const { message, missing } = fill(template, keys, key => `${key}.es`)
      expect(missing).toEqual([])
      const shown = JSON.stringify(message).toLowerCase()
      for (const key of keys) expect(shown).toContain(`${key}.es`)
      expect(message.text).not.toMatch(/[*_`[\]{}<>]{2}|\n{3}/)
    })

    it('leaves no gap without the optional fields', () => {
      const { message, missing } = fill(template, minimal, key => key)
      expect(missing).toEqual([])
      expect(message.text).not.toMatch(/\n{3}|[ \n]$|^[ \n]|\{\{/)
      expect(message.text.length).toBeGreaterThan(0)
    })

    it('keeps its formatting with hostile values', () => {
      const hostile = '</b>_*`~||[x](javascript:x)\n> <i>{{symbol'
      const plain = fill(
        template.replaceAll('{{{', '{{').replaceAll('}}}', '}}'),
        keys,
        () => 'x.es',
      )
      const filled = fill(template.replaceAll('{{{', '{{').replaceAll('}}}', '}}'), keys, key =>
        key === 'url' ? 'x.es' : hostile,
      )
      const types = ({ message }: typeof filled) => message.entities.map(entity => entity.type)
      expect(types(filled)).toEqual(types(plain))
      expect(filled.message.text).toContain(hostile.split('\n')[0])
      expect(splitMessage(filled.message)).toHaveLength(1)
    })
  })

  it('turn a TradingView alert into a signal', () => {
    const payload = parsePayload(
      `{"connectionId":"c1","symbol":"BTCUSDT","exchange":"BINANCE","price":"67432.50","side":"buy",
        "quantity":"0.1","timeframe":"15","notes":"Cruce al alza\\ncon volumen"}`,
    )
    const { message, missing } = fillTemplate(content('default-signal'), {
      payload,
      builtIn,
      timeZone: 'UTC',
    })
    expect(missing).toEqual([])
    expect(message.text).toBe(
      `🔔 BTCUSDT · BUY

Precio: 67.432,50
Mercado: BINANCE
Temporalidad: 15

Ver gráfico

Cruce al alza
con volumen`,
    )
    expect(formattedParts(message)).toEqual([
      'bold[BTCUSDT]',
      'bold[BUY]',
      'text_link[Ver gráfico] https://es.tradingview.com/chart/?symbol=BINANCE:BTCUSDT',
      'blockquote[Cruce al alza\ncon volumen]',
    ])
  })

  it('have buttons only for values that the alert has', () => {
    const buttonsOf = (id: string, json: string) => {
      const payload = parsePayload(json)
      const { buttons = [] } = defaultTemplates.find(template => template.id === id) ?? {}
      return templateButtons(buttons, { payload, builtIn, timeZone: 'UTC' })
    }
    const order = `{"symbol":"BTCUSDT","exchange":"BINANCE","timeframe":"15","action":"buy",
      "contracts":"0.25","price":"67432.50","stop_loss":"66100"}`
    expect(buttonsOf('detailed-strategy', order)).toEqual([
      [
        {
          text: '📈 Gráfico',
          style: 'primary',
          url: 'https://es.tradingview.com/chart/?symbol=BINANCE:BTCUSDT&interval=15',
        },
        { text: 'Copiar orden', copy: 'buy 0.25 BTCUSDT @ 67432.50' },
      ],
      [{ text: 'Copiar stop', copy: '66100' }],
    ])
    for (const { id } of defaultTemplates) expect(buttonsOf(id, '{"x":1}'), id).toEqual([])
  })

  it.each([
    ['{"symbol":"BTCUSDT","side":"buy"}', 'BTCUSDT'],
    ['{"symbol":"BINANCE:BTCUSDT"}', 'BINANCE:BTCUSDT'],
    ['{"symbol":"BINANCE:BTCUSDT","exchange":"Binance"}', 'Binance:BTCUSDT'],
    ['{"symbol":"NYMEX:CL1!","exchange":"CME"}', 'NYMEX:CL1!'],
  ])('link the chart of %s', (json, symbol) => {
    const { message } = fillTemplate(content('default-signal'), {
      payload: parsePayload(json),
      builtIn,
      timeZone: 'UTC',
    })
    expect(formattedParts(message).at(-1)).toBe(
      `text_link[Ver gráfico] https://es.tradingview.com/chart/?symbol=${symbol}`,
    )
  })

  it('link no chart without a symbol', () => {
    for (const id of ['default-signal', 'indicator-crossing']) {
      const payload = parsePayload('{"price":1}')
      const { message } = fillTemplate(content(id), { payload, builtIn, timeZone: 'UTC' })
      expect(JSON.stringify(message)).not.toContain('tradingview')
    }
  })

  it('keep the formatting of a news summary', () => {
    const payload = parsePayload(
      '{"title":"IPC < 3 %","summary":"Sube <b>0,2</b>","url":"https://ine.es/?a=1&b=2"}',
    )
    const { message } = fillTemplate(content('news-event'), { payload, builtIn, timeZone: 'UTC' })
    expect(formattedParts(message)).toEqual([
      'bold[📰 IPC < 3 %]',
      'italic[18/2/2026, 15:30]',
      'text_link[Leer la noticia] https://ine.es/?a=1&b=2',
      'blockquote[Sube 0,2]',
      'bold[0,2]',
    ])
  })

  it('show no label without its value if only one key has a value', () => {
    for (const { id, content } of defaultTemplates)
      for (const key of placeholdersOf(content)) {
        const { message } = fill(content, [key], () => 'VALOR')
        expect(message.text, `${id} ${key}`).not.toMatch(/:[ \t]*$|[·@(][ \t]*$|\n{3}|\{\{/m)
      }
  })

  it('group no thousands in a price that a tap copies', () => {
    for (const { content, buttons } of defaultTemplates)
      expect(content + JSON.stringify(buttons)).not.toMatch(/`\{\{[^}]*miles|copy[^}]*miles/)
  })

  it('dump the payload as a JSON block', () => {
    const payload = parsePayload('{"connectionId":"c1","price":1.10}')
    const { message } = fillTemplate(content('json-dump'), { payload, builtIn, timeZone: 'UTC' })
    expect(formattedParts(message)).toEqual(['bold[Cruce]', 'pre[{\n  "price": 1.10\n}] json'])
  })
})
