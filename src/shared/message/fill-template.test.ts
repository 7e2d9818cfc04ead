import { describe, expect, it } from 'vitest'
import { formattedParts } from '../../../tests/support/formatted-parts.ts'
import { parsePayload } from '../payload/payload.ts'
import type { FillContext } from './fill-template.ts'
import { fillTemplate } from './fill-template.ts'

const builtIn = { connection_name: 'Cripto', alert_name: 'Cruce', timestamp: '18/2/2026, 15:30' }

function fill(template: string, json = '{}', context: Partial<FillContext> = {}) {
  return fillTemplate(template, {
    payload: parsePayload(json),
    builtIn,
    timeZone: 'UTC',
    ...context,
  })
}

const text = (template: string, json?: string) => fill(template, json).message.text
const parts = (template: string, json?: string) => formattedParts(fill(template, json).message)

const signal = `{"connectionId":"c1","symbol":"BTCUSDT","exchange":"BINANCE","price":"67432.5","side":"buy","quantity":"0.1","timeframe":"15",
 "time":"2026-02-18T14:30:00Z","timenow":"2026-02-18T14:30:01Z","notes":"Cruce al alza"}`
const strategy = `{"passphrase":"x","time":"2020-09-06T01:44:17Z","exchange":"BINANCE","ticker":"DOGEUSDT",
 "bar":{"time":"2020-09-06T01:43:00Z","open":0.002748,"high":0.0027486,"low":0.002748,"close":0.0027486,"volume":150177},
 "strategy":{"position_size":10000,"order_action":"buy","order_contracts":10000,"order_price":0.0027451,"order_id":"doge door",
 "market_position":"long","market_position_size":10000,"prev_market_position":"flat","prev_market_position_size":0}}`
const injection = '{"symbol":"BTC_USDT","notes":"<b>1 < 2</b> & *x* [a](javascript:x)"}'

describe('fillTemplate', () => {
  it('fills in the official example of TradingView', () => {
    expect(text('{{text}}', '{"text": "BTCUSD Greater Than 9000"}')).toBe(
      'BTCUSD Greater Than 9000',
    )
  })

  it('fills in string values', () => {
    expect(text('{{side}} {{quantity}} {{symbol}} @ {{ price }}, {{notes}}', signal)).toBe(
      'buy 0.1 BTCUSDT @ 67432.5, Cruce al alza',
    )
  })

  it('fills in nested values', () => {
    const template =
      '{{ticker}} {{strategy.order_action}} {{strategy.order_contracts}} @ {{bar.close}}'
    expect(text(template, strategy)).toBe('DOGEUSDT buy 10000 @ 0.0027486')
    expect(text('{{#if strategy.prev_market_position_size}}a{{/if}}b', strategy)).toBe('b')
  })

  it('keeps numbers as they were written', () => {
    expect(text('{{p}} {{id}} {{o}}', '{"p":1.10,"id":12345678901234567890,"o":{"x":5e-7}}')).toBe(
      '1.10 12345678901234567890 {"x":5e-7}',
    )
  })
})

describe('values', () => {
  it('never become formatting', () => {
    const template = '**{{symbol}}** _{{notes}}_'
    const notes = '<b>1 < 2</b> & *x* [a](javascript:x)'
    expect(text(template, injection)).toBe(`BTC_USDT ${notes}`)
    expect(parts(template, injection)).toEqual(['bold[BTC_USDT]', `italic[${notes}]`])
    expect(parts('<b>{{symbol}}</b> <i>{{notes}}</i>', injection)).toEqual([
      'bold[BTC_USDT]',
      `italic[${notes}]`,
    ])
  })

  it.each([
    ['*{{a}}*', ['bold[x_y]']],
    ['_{{a}} · {{b}}_', ['italic[x_y · *]']],
    ['`{{a}}`', ['code[x_y]']],
    ['```\n{{a}}\n{{b}}\n```', ['pre[x_y\n*]']],
    ['||{{a}}||~{{b}}~', ['spoiler[x_y]', 'strikethrough[*]']],
    ['{{a}}_{{b}}_{{a}}', []],
    ['[{{a}}](https://x.y)', ['text_link[x_y] https://x.y']],
  ])('keep the formatting of %j intact', (template, expected) => {
    expect(parts(template, '{"a":"x_y","b":"*"}')).toEqual(expected)
  })

  it('stay inside their quote, with all their lines', () => {
    const message = fill('> {{notes}}\nfin', '{"notes":"uno\\r\\ndos\\n> tres"}').message
    expect(message.text).toBe('uno\ndos\n> tres\nfin')
    expect(formattedParts(message)).toEqual(['blockquote[uno\ndos\n> tres]'])
  })

  it('are percent-encoded inside an address', () => {
    const link = '[Ver gráfico](https://es.tradingview.com/chart/?symbol={{exchange}}:{{symbol}})'
    expect(parts(link, '{"exchange":"BINANCE","symbol":"BTC/USDT &x)"}')).toEqual([
      'text_link[Ver gráfico] https://es.tradingview.com/chart/?symbol=BINANCE:BTC%2FUSDT%20%26x)',
    ])
    expect(parts('<a href="https://x.y/?q={{q}}">a</a>', '{"q":"\\ud800\\">"}')).toEqual([
      'text_link[a] https://x.y/?q=%EF%BF%BD%22%3E',
    ])
  })

  it('may be a whole link address, if it is valid', () => {
    expect(parts('[a]({{url}})', '{"url":"https://x.y/z?a=b"}')).toEqual([
      'text_link[a] https://x.y/z?a=b',
    ])
    expect(parts('[a]({{url}})', '{"url":"javascript:x"}')).toEqual([])
  })

  it('are not searched for placeholders', () => {
    expect(text('{{a}} {{{a}}} {{b}}', '{"a":"x{{b}}{{#if b}}","b":"c"}')).toBe(
      'x{{b}}{{#if b}} x{{b}}{{#if b}} c',
    )
  })

  it('appear only in place of their placeholder', () => {
    const forged = '\u{dc00}\u{dc00}&#xdc00;&#56320;'
    const json = JSON.stringify({ a: 'secreto', b: forged })
    expect(text(`{{a}} ${forged} {{b}} {{{b}}}`, json).match(/secreto/g)).toHaveLength(1)
    expect(text(`<b>{{a}} ${forged} {{b}} {{{b}}}</b>`, json).match(/secreto/g)).toHaveLength(1)
  })

  it('may contain markup within triple braces', () => {
    expect(parts('{{{a}}}', '{"a":"*x*"}')).toEqual(['bold[x]'])
    expect(parts('<p>{{{a}}}</p>', '{"a":"<i>x</i> *y*"}')).toEqual(['italic[x]'])
  })
})

describe('a placeholder', () => {
  it('takes its value from the body before the server', () => {
    expect(text('{{alert_name}} {{timestamp}}', '{"alert_name":"Mía"}')).toBe(
      'Mía 18/2/2026, 15:30',
    )
  })

  it('ignores a body value that is still a generator marker', () => {
    const json = '{"alert_name":"YOUR_PINE_VARIABLE_FOR_alert_name","x":"YOUR_PINE_VARIABLE_FOR_x"}'
    expect(fill('{{alert_name}} {{x}}', json)).toMatchObject({
      message: { text: 'Cruce' },
      missing: ['x'],
    })
  })

  it('is empty for null, and not missing', () => {
    expect(fill('a{{x}}b{{y}}', '{"x":null,"y":1}')).toMatchObject({
      message: { text: 'ab1', entities: [] },
      missing: [],
    })
  })

  it('stays as a literal marker on request, and is reported once', () => {
    const template = '*{{ a_b }}* {{{c}}} {{ a_b }} [l](https://x.y/{{d}})'
    const { message, missing } = fill(template, '{}', { whenMissing: 'marker' })
    expect(message.text).toBe('{{ a_b }} {{{c}}} {{ a_b }} l')
    expect(formattedParts(message)).toEqual(['bold[{{ a_b }}]', 'text_link[l] https://x.y/{{d}}'])
    expect(missing).toEqual(['a_b', 'c', 'd'])
  })

  it('is not missing as a condition or in a dropped block', () => {
    expect(fill('{{#if a}}{{b}}{{/if}}c').missing).toEqual([])
  })
})

describe('filters', () => {
  const body =
    '{"close":"67432.505","side":"buy","time":"2026-02-18T14:30:00Z","url":"a b","n":null}'

  it('format a value, also one taken from a synonym', () => {
    expect(text('{{price | 2 | miles}} {{side|mayúsculas}} {{{ side | MAYUSCULAS }}}', body)).toBe(
      '67.432,51 BUY BUY',
    )
    expect(fill('{{price | 2}}', body).taken).toEqual([{ key: 'price', from: 'close' }])
  })

  it('give a missing or blank value a default, which then is not missing', () => {
    expect(fill('{{side}} {{gone | o "—"}} {{n | o "nada"}}', body)).toMatchObject({
      message: { text: 'buy — nada' },
      missing: [],
      fits: true,
    })
    expect(fill('{{side}} {{gone | o "—"}} {{gone | 2}}', body)).toMatchObject({
      message: { text: 'buy —' },
      missing: ['gone'],
    })
  })

  it('do not make an alert fit by defaults alone', () => {
    expect(fill('{{gone | o "—"}} {{lost | o "—"}}', body).fits).toBe(false)
  })

  it('leave tags with an invalid filter as text', () => {
    expect(fill('{{side | b}} {{#if side | 2}}', body)).toMatchObject({
      message: { text: '{{side | b}} {{#if side | 2}}' },
      missing: [],
    })
  })

  it('add no markup, except within triple braces', () => {
    expect(parts('{{n | o "**a**"}} {{{n | o "**b**"}}}', body)).toEqual(['bold[b]'])
    expect(text('{{n | o "**a**"}} {{{n | o "**b**"}}}', body)).toBe('**a** b')
  })
})

describe('times', () => {
  const instant = Date.UTC(2026, 1, 18, 14, 30)
  const zone = { timeZone: 'Europe/Madrid', receivedAt: instant + 1_000 }
  const json = '{"time":"2026-02-18T14:30:00Z"}'
  const timed = (template: string) => {
    const { message } = fill(template, json, zone)
    return message.entities.map(({ type, offset, length, unix_time, date_time_format, url = '' }) =>
      `${type}[${message.text.slice(offset, offset + length)}] ${unix_time ?? url} ${date_time_format ?? ''}`.trim(),
    )
  }

  it('become date_time entities, with a text in the account’s zone', () => {
    expect(timed('😀 {{time | fecha}}, {{timestamp | hora}}')).toEqual([
      `date_time[18/02/2026 CET] ${instant / 1_000} d`,
      `date_time[15:30 CET] ${instant / 1_000 + 1} t`,
    ])
    expect(timed('<i>a {{{time|hace}}}</i>')).toEqual([
      'italic[a ]',
      `date_time[18/02/2026, 15:30:00 CET] ${instant / 1_000} r`,
    ])
  })

  it('stay plain text without a filter', () => {
    expect(fill('{{time}} {{timestamp}}', json, zone).message).toEqual({
      text: '2026-02-18T14:30:00Z 18/2/2026, 15:30',
      entities: [],
    })
  })

  it('are text in code, spoilers and links', () => {
    expect(timed('`{{time | hora}}`')).toEqual(['code[15:30 CET]'])
    expect(timed('```\n{{time | hora}}\n```')).toEqual(['pre[15:30 CET]'])
    expect(timed('||a {{time | hora}}||')).toEqual(['spoiler[a 15:30 CET]'])
    expect(timed('[{{time | hora}}](https://x.com/{{time | hora}})')).toEqual([
      'text_link[15:30 CET] https://x.com/15%3A30%20CET',
    ])
  })

  it('split the styles around them, and stay within a quote', () => {
    expect(timed('> **a {{time | hora}} b**')).toEqual([
      'blockquote[a 15:30 CET b]',
      'bold[a ]',
      `date_time[15:30 CET] ${instant / 1_000} t`,
      'bold[ b]',
    ])
  })

  it('give way to a timestamp in the body', () => {
    const own = fill('{{timestamp | hora}}', '{"timestamp":"ayer"}', zone)
    expect(own.message).toEqual({ text: 'ayer', entities: [] })
  })
})

describe('{{payload}}', () => {
  it('is the whole body without the connection id, numbers as written', () => {
    const json = '{"connectionId":"c1","price":1.10,"a":{"connectionId":"x","b":[1e3]}}'
    expect(text('```json\n{{payload}}\n```', json)).toBe(
      `{
  "price": 1.10,
  "a": {
    "b": [
      1e3
    ]
  }
}`,
    )
  })

  it('is the body’s own key where it has one', () => {
    expect(text('{{payload}}', '{"payload":"x"}')).toBe('x')
  })

  it('is cut when it is repeated 5,000 times', () => {
    const { message } = fill('{{payload}}'.repeat(5000), JSON.stringify({ x: 'y'.repeat(60_000) }))
    expect(message.text.length).toBeLessThan(200_000)
  })

  it('is cut at 131,072 characters', () => {
    const { message } = fill('{{payload}}', JSON.stringify({ x: 'y'.repeat(200_000) }))
    expect(message.text).toHaveLength(131_072)
  })
})

describe('{{#if}}', () => {
  it.each(['""', 'false', 'null', '0', '0.0', '-0', '0e5'])('is false for %s', value => {
    expect(text('{{#if x}}a{{/if}}b', `{"x":${value}}`)).toBe('b')
  })

  it.each(['"0"', '"false"', 'true', '1', '-0.5', '[]', '{}', '" "'])('is true for %s', value => {
    expect(text('{{#if x}}a{{/if}}b', `{"x":${value}}`)).toBe('ab')
  })

  it('is true for values of the server', () => {
    expect(text('{{#if timestamp}}a{{/if}}{{#if payload}}b{{/if}}')).toBe('ab')
  })
})

describe('the connection id', () => {
  const connectionId = '0b5f8d0e-5b0a-4a55-9b8e-0c4c1c2d3e4f'

  it('is shortened wherever it appears, even assembled from pieces', () => {
    const json = JSON.stringify({
      connectionId,
      a: connectionId.slice(0, 20),
      b: { c: connectionId },
    })
    const template = `{{connectionId}} *{{a}}${connectionId.slice(20)}* {{b}} [x](https://x.y/{{connectionId}}) {{{payload}}}`
    const { message } = fill(template, json, { connectionId })
    expect(JSON.stringify(message)).not.toContain(connectionId)
    expect(message.text).toContain('0b5f8d0e… 0b5f8d0e… {"c":"0b5f8d0e…"} x')
    expect(formattedParts(message)).toEqual([
      'bold[0b5f8d0e…]',
      'text_link[x] https://x.y/0b5f8d0e%E2%80%A6',
    ])
  })
})

describe('hostile templates', () => {
  const big = 65_536
  it.each([
    '*',
    '_',
    '~',
    '|',
    '`',
    '[',
    '](',
    '[a](',
    '[a]((',
    '\\',
    '\n',
    '>\n',
    '```\n>',
    ' `` ` ',
    '*a _b ',
    '***a** ',
    '{{',
    '{{x',
    '{{x}}',
    '{{x | 2',
    '{{x | o "',
    '{{t | hora}}',
    '{{t | hora | mayúsculas}}*{{t|hace}}*',
    '{{#if x}}',
    '{{#if x}}\n',
    '{{/if}}',
    '<',
    '<b>',
    '<b></i>',
    '<ul><li>a',
    '<pre>\n',
    '<a href="{{x}}">',
    '&amp;',
    '&#xdc00;',
    '<!--',
    '\u{dc00}',
  ])('are filled in reasonable time when they repeat %j', unit => {
    const template = unit.repeat(big / unit.length)
    for (const variant of [template, `<${template}>`, `${template}a${template}`]) {
      const { message } = fill(variant, '{"x":"<b>*y*","t":"1795102502"}')
      expect(message.text.isWellFormed()).toBe(true)
    }
  })

  it.each(['<ul><li>', '<div>', '<b>a', '<b></i>', '<i><code>a'])(
    'are filled in reasonable time with a value that repeats %j',
    unit => {
      const json = JSON.stringify({ x: unit.repeat(big / unit.length) })
      expect(text(`<b>{{{x}}}{{x}}${'{{{x}}}'.repeat(16)}</b>`, json)).toContain(unit)
    },
  )

  it('are filled in reasonable time with all filters on a long value', () => {
    const filters = '| 2 | miles | mayúsculas | minúsculas | fecha | hora | hace | o "—"'
    const all = Array.from({ length: 500 }, (_, n) => `{{x${' '.repeat(n)}${filters}}}`)
    const defaults = Array.from({ length: 5_000 }, (_, n) => `{{x | o "${n}"}}`)
    for (const x of ['9', ' ', `0.${'1'.repeat(9)}`, 'ß', '\u200b']) {
      const json = JSON.stringify({ x: x.repeat(big / x.length) })
      for (const tags of [all, defaults]) {
        expect(fill(tags.join('\n'), json).message.text.isWellFormed()).toBe(true)
      }
    }
  })
})
