import { describe, expect, it } from 'vitest'
import { formattedParts } from '../../../tests/support/formatted-parts.ts'
import { parsePayload } from '../payload/payload.ts'
import { alertMessage, textMessage } from './alert-message.ts'
import { splitMessage } from './split.ts'
import { defaultTemplates } from './template/default-templates.ts'

const connectionId = '0b5f8d0e-5b0a-4a55-9b8e-0c4c1c2d3e4f'
const builtIn = { connection_name: 'Cripto', alert_name: 'Alerta de Cripto', timestamp: 'hoy' }
const signal = '🔔 **{{symbol}}** · {{side}}\nPrecio: `{{price}}` {{timestamp}}'

const made = (json: string, template = signal) =>
  alertMessage(template, { payload: parsePayload(json), builtIn, timeZone: 'UTC', connectionId })
const textOf = (json: string, template?: string) => made(json, template).message.text

describe('a body without any key of the template', () => {
  it.each(defaultTemplates.filter(({ id }) => id !== 'json-dump'))(
    'arrives as its own text: $name',
    ({ content }) => {
      const { message } = made('{"text": "BTCUSD Greater Than 9000"}', content)
      expect(message).toEqual({ text: 'BTCUSD Greater Than 9000', entities: [] })
    },
  )

  it.each([
    ['{"text":"a"}', 'a'],
    ['{"Message":"a","price_now":1}', 'a'],
    ['{"msg":"b","message":"a"}', 'a\nb'],
    ['{"title":"t","message":"a"}', 't\na'],
    ['{"title":"Oro","level":4321}', 'title: Oro\nlevel: 4321'],
    ['{"content":"a"}', 'a'],
    ['{"alert_message":"a"}', 'a'],
    ['{"text":" \\n","msg":"a"}', 'a'],
    ['{"text":"YOUR_PINE_VARIABLE_FOR_text","msg":"a"}', 'a'],
    ['{"text":"{\\"a\\":1} *b* <i>c</i>"}', '{"a":1} *b* <i>c</i>'],
    ['{"text":42,"a":1}', 'text: 42\na: 1'],
    ['{"value1":"BTC","value2":"buy"}', 'value1: BTC\nvalue2: buy'],
    [
      '{"username":"Bot","embeds":[{"title":"BTC","description":"Cruce","color":1},{"title":"ETH","fields":[{"name":"Precio","value":"1.10"}]}]}',
      'BTC\nCruce\nETH\nPrecio: 1.10',
    ],
    ['{"content":"Hola","embeds":[{"title":"Hola","description":"Cruce"}]}', 'Hola\nCruce'],
    [
      '{"attachments":[{"fallback":"x","pretext":"Aviso","title":"BTC","text":"Cruce","fields":[{"title":"Precio","value":"1"}]},{"fallback":"solo esto"}]}',
      'Aviso\nBTC\nCruce\nPrecio: 1\nsolo esto',
    ],
    ['{"embeds":{"title":"x"},"attachments":"y","blocks":null}', 'embeds.title: x\nattachments: y'],
  ])('is shown as its own text or fields: %s', (json, text) => {
    expect(made(json)).toMatchObject({ message: { text, entities: [] }, fits: false })
  })

  it.each([
    [
      'Slack',
      '{"blocks":[{"type":"header","text":{"type":"plain_text","text":"*BTC*"}},{"type":"section","fields":[{"type":"mrkdwn","text":"*Precio*"},{"type":"mrkdwn","text":"<https://x.es/a|ver>"}]},{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"Abrir"}}]}]}',
      '*BTC*\nPrecio\nver',
      ['bold[Precio]', 'text_link[ver] https://x.es/a'],
    ],
    [
      'Discord',
      '{"content":"**EURUSD** cruza","username":"Señales"}',
      'EURUSD cruza',
      ['bold[EURUSD]'],
    ],
    [
      'Telegram',
      '{"chat_id":1,"text":"<b>BTC</b> 1 &lt; 2","parse_mode":"HTML"}',
      'BTC 1 < 2',
      ['bold[BTC]'],
    ],
    [
      'Telegram',
      '{"chat_id":1,"text":"*BTC* 1\\\\.5","parse_mode":"MarkdownV2"}',
      'BTC 1.5',
      ['bold[BTC]'],
    ],
    [
      'Feishu',
      '{"msg_type":"interactive","card":{"header":{"title":{"tag":"plain_text","content":"突破 BTC"}},"elements":[{"tag":"div","text":{"tag":"lark_md","content":"**价格**：67,432.50"}},{"tag":"action","actions":[{"tag":"button","text":{"content":"查看"}}]}]},"sign":"s"}',
      '突破 BTC\n价格：67,432.50',
      ['bold[价格]'],
    ],
    ['Feishu', '{"msg_type":"text","content":{"text":"hola"}}', 'hola', []],
    [
      'Teams',
      '{"@type":"MessageCard","title":"BTC","sections":[{"activityTitle":"Cruce","facts":[{"name":"Precio","value":"1.10"}]}]}',
      'BTC\nCruce\nPrecio: 1.10',
      [],
    ],
    [
      'Teams',
      '{"type":"message","attachments":[{"contentType":"x","content":{"type":"AdaptiveCard","body":[{"type":"TextBlock","text":"BTC **sube**"},{"type":"FactSet","facts":[{"title":"Precio","value":"1.10"}]}]}}]}',
      'BTC sube\nPrecio: 1.10',
      ['bold[sube]'],
    ],
    [
      'a page',
      '{"content":"<b>BTC</b> 15m<br>Precio: 1 &euro;<br/>RSI &lt; 30"}',
      'BTC 15m\nPrecio: 1 €\nRSI < 30',
      ['bold[BTC]'],
    ],
  ])('is shown by the texts of a card of %s: %s', (_program, json, text, formats) => {
    const { message } = made(json)
    expect(message.text).toBe(text)
    expect(formattedParts(message)).toEqual(formats)
  })

  it.each([
    ['{"data":"{\\"secret\\":\\"s\\",\\"p\\":1.10}","on":true}', 'data: {"p":1.10}\non: true'],
    ['{"text":" [{\\"Token\\":\\"t\\",\\"p\\":1.10}]"}', '[{"p":1.10}]'],
  ])('is shown without secrets of JSON in a text: %s', (json, text) => {
    expect(textOf(json)).toBe(text)
  })

  it('is shown field by field where it has no text, without secrets and empty values', () => {
    const json = `{"connectionId":"${connectionId}","ConnectionID":"x","coin":"SOL","p":1.10,"on":true,
      "API_Key":"k","Secret":"s","auth":{"user":"u"},"n":null,"e":"","l":[],"o":{},"w":" ",
      "order":{"id":7,"passphrase":"p","bot":{"accessToken":"t","name":"B"}},"levels":[1,2.50],
      "legs":[{"qty_now":1,"password":"p"},{"qty_now":2}],"y":"YOUR_PINE_VARIABLE_FOR_y","__proto__":{"z":1}}`
    expect(textOf(json)).toBe(
      [
        ...['coin: SOL', 'p: 1.10', 'on: true', 'order.id: 7', 'order.bot.name: B'],
        ...['levels: [1,2.50]', 'legs.0.qty_now: 1', 'legs.1.qty_now: 2', '__proto__.z: 1'],
      ].join('\n'),
    )
  })

  it.each([
    '{"text":"\\u200b","a":"\\u200b\\u2800"}',
    '{"symbol":"\\ufeff"}',
    '{}',
    '{"a":null}',
    '{"secret":"x"}',
    '{"connectionId":"c"}',
    '{"text":""}',
    '{"a":"\\u200b","alert_name":"\\u200b"}',
    '{"text":"{\\"token\\":\\"t\\"}"}',
  ])('is shown as the alert’s name if it has no content: %s', json => {
    expect(textOf(json)).toBe('Alerta de Cripto')
  })

  it('still reports the missing placeholders', () => {
    expect(made('{"text":"a"}')).toMatchObject({ missing: ['symbol', 'side', 'price'], taken: [] })
  })

  it('never shows the connection’s id', () => {
    expect(textOf(`{"text":"id ${connectionId}"}`)).toBe('id 0b5f8d0e…')
    expect(textOf(`{"a":"id ${connectionId}"}`)).toBe('a: id 0b5f8d0e…')
  })

  it('keeps markup in a field as text', () => {
    expect(formattedParts(made('{"note":"*a* <b>b</b> [c](https://x.y)"}').message)).toEqual([])
  })

  it('replaces an empty message too', () => {
    expect(textOf('{"symbol":null,"text":"a"}', '{{symbol}}')).toBe('a')
  })
})

describe('a template without a value from the body', () => {
  it.each([
    '{{symbol}} {{timestamp}} {{connection_name}} {{Alert_Name}}',
    '{{symbol}} {{payload}}',
    '{{symbol}} {{connectionId}}',
    '{{#if symbol}}*{{symbol}}*{{/if}} {{price}}',
    '{{#if alert_name}}{{symbol}}{{/if}}',
  ])('gives way to the text of the body: %s', template => {
    expect(textOf('{"connectionId":"c","timestamp":"ayer","text":"a"}', template)).toBe('a')
  })

  it('gives way to the text of the body for empty values too', () => {
    expect(textOf('{"symbol":null,"price":"","text":"a"}')).toBe('a')
    expect(textOf('{"symbol":"\\u200b","text":"a"}')).toBe('a')
    expect(textOf('{"n":"","text":"a"}', 'Aviso {{n}}')).toBe('a')
  })
})

describe('a text of the alert', () => {
  it.each([
    [
      'is added below',
      '{"ticker":"ETH","message":"Entry 3050"}',
      signal,
      '🔔 ETH\nhoy\n\nEntry 3050',
    ],
    [
      'fills the notes',
      '{"ticker":"ETH","comment":"b","message":"a"}',
      '{{symbol}}\n> {{notes}}',
      'ETH\na',
    ],
    ['is not added twice', '{"ticker":"ETH","message":"a"}', '{{symbol}} {{message}}', 'ETH a'],
    [
      'is not added where a value is the same',
      '{"ticker":"ETH","comment":"ETH"}',
      '{{symbol}}',
      'ETH',
    ],
    [
      'is added where only its first line is shown',
      '{"ticker":"ETH","side":"buy","comment":"buy\\nSL 64000"}',
      '{{symbol}} {{side}}',
      'ETH buy\n\nbuy\nSL 64000',
    ],
    [
      'is added if only a shorter one is shown',
      '{"ticker":"BTC","message":"RSI above 70","text":"BTC"}',
      '{{symbol}}',
      'BTC\n\nRSI above 70',
    ],
    [
      'is not added below the whole payload',
      '{"ticker":"BTC","message":"says \\"yes\\"","text":"BTC"}',
      '{{symbol}}: {{payload}}',
      'BTC: {\n  "ticker": "BTC",\n  "message": "says \\"yes\\"",\n  "text": "BTC"\n}',
    ],
    ['is one of several', '{"ticker":"E","comment":"b","message":"a"}', '{{symbol}}', 'E\n\na\nb'],
    ['loses its escapes', '{"ticker":"E","message":"\\\\u5f88%0Aa"}', '{{symbol}}', 'E\n\n很\na'],
  ])('%s', (_what, json, template, expected) => {
    const text = textOf(
      json,
      template.replace('\nPrecio: `{{price}}` {{timestamp}}', '\n{{timestamp}}'),
    )
    expect(text).toBe(expected)
  })

  it('is left out if the connection does not add it', () => {
    const payload = parsePayload('{"ticker":"ETH","message":"Entry 3050"}')
    const context = { payload, builtIn, timeZone: 'UTC', addsText: false }
    expect(alertMessage('{{symbol}}', context).message.text).toBe('ETH')
  })
})

describe('a body that is a list', () => {
  const orders = (count: number) =>
    JSON.stringify({
      alerts: Array.from({ length: count }, (_, n) => ({ pair: `P${n}`, side: 'buy', n })),
    })

  it('becomes one message with each object through the template', () => {
    expect(made(orders(2), '**{{symbol}}** {{side}}\n{{price}}')).toMatchObject({
      message: { text: 'P0 buy\n\nP1 buy', entities: [{ offset: 0 }, { offset: 8 }] },
      missing: ['price'],
      taken: [{ key: 'symbol', from: 'pair' }],
      fits: true,
    })
  })

  it('shows ten objects at most, with the number of the rest', () => {
    const text = textOf(orders(12), '{{symbol}}')
    expect(text).toMatch(/^P0\n\n[\s\S]*P9\n\n… y 2 más$/)
  })
})

describe('an alert', () => {
  it.each([
    ['one value of many', '{"ticker":"BTC","text":"a"}', signal],
    ['a zero', '{"n":0,"text":"a"}', '{{n}} {{m}}'],
    ['a template that asks for nothing', '{"text":"a"}', 'Aviso {{timestamp}}'],
    ['a false condition alone', '{"text":"a"}', 'Aviso {{#if symbol}}{{symbol}}{{/if}}'],
    ['the whole payload', '{"text":"a"}', '{{payload}}'],
    ['the text itself', '{"text":"a"}', 'Aviso: {{text}} {{price}}'],
  ])('fits with %s', (_what, json, template) => {
    const { message, fits } = made(json, template)
    expect(fits).toBe(true)
    expect(message.text).not.toBe('a')
  })
})

describe('a hostile body', () => {
  const parts = (json: string) => splitMessage(made(json).message).length

  it('is shown up to the length of a message if it has 10,000 keys', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index])
    const text = textOf(JSON.stringify(Object.fromEntries(keys)))
    expect(text.length).toBeLessThan(4_096)
    expect(text).toMatch(/^k0: 0\n[\s\S]*\n… y 9\.\d{3} campos más$/)
  })

  it('is shown whole with one long value', () => {
    expect(parts(JSON.stringify({ data: 'x'.repeat(65_000), b: 1 }))).toBe(16)
    expect(textOf(JSON.stringify({ data: 'x'.repeat(65_000), b: 1 }))).toMatch(/… y 1 campo más$/)
    expect(parts(JSON.stringify({ text: 'x'.repeat(65_000) }))).toBe(16)
  })

  it('stays below 5,000 characters with long keys deep inside', () => {
    const inner = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, 1]))
    let json = JSON.stringify(inner)
    for (let depth = 0; depth < 98; depth += 1) json = `{"${'a'.repeat(300)}":${json}}`
    expect(textOf(json).length).toBeLessThan(5_000)
    expect(textOf(`{"blocks":${json}}`).length).toBeLessThan(5_000)
  })
})

describe('textMessage', () => {
  it('is the body itself, with anything like markup as text', () => {
    const body = ' BATS:AAPL, price = *219.9*, {{volume}} <b>34</b>\n'
    expect(textMessage(body)).toEqual({ text: body.trim(), entities: [] })
  })

  it('does not show the connection id', () => {
    expect(textMessage('x 0123456789abcdef y', '0123456789abcdef').text).toBe('x 01234567… y')
  })
})
