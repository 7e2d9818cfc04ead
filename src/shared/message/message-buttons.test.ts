import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { MAX_BUTTON_TEXT_LENGTH, MAX_BUTTONS } from '../limits.ts'
import { type TemplateButton, templateButtonsSchema } from '../model/template-button.ts'
import { parsePayload } from '../payload/payload.ts'
import type { MessageButton } from './composed-message.ts'
import { linkAddress } from './markup/link-address.ts'
import { groupButtons, MAX_COPY_LENGTH, templateButtons } from './message-buttons.ts'

const ID = 'c7Kq9xSecretOfTheWebhook'
const context = (json: string) => ({
  payload: parsePayload(json),
  builtIn: { alert_name: 'Cruce' },
  timeZone: 'UTC',
  connectionId: ID,
})
const made = (button: TemplateButton, json: string) => templateButtons([[button]], context(json))

const chart: TemplateButton = { kind: 'chart', text: 'Gráfico' }
const copying = (value: string): TemplateButton => ({ kind: 'copy', text: 'Copiar', value })
const opening = (url: string): TemplateButton => ({ kind: 'link', text: 'Abrir', url })

describe('a chart button', () => {
  it.each([
    ['{"symbol":"BTCUSDT","exchange":"BINANCE","interval":5}', 'BINANCE:BTCUSDT&interval=5'],
    ['{"Ticker":"NYMEX:CL1!","timeframe":"4h"}', 'NYMEX:CL1!&interval=240'],
    ['{"pair":"BTCUSDT","exchange":"YOUR_PINE_VARIABLE_FOR_exchange"}', 'BTCUSDT'],
  ])('for %s opens %s', (json, opened) => {
    expect(made(chart, json)).toEqual([
      [{ text: 'Gráfico', url: `https://es.tradingview.com/chart/?symbol=${opened}` }],
    ])
  })

  it.each([
    '{}',
    '{"symbol":""}',
    '{"symbol":null}',
    '{"symbol":{"a":1}}',
    '{"symbol":"YOUR_PINE_VARIABLE_FOR_symbol"}',
    '{"price":1}',
  ])('is left out for %s', json => {
    expect(made(chart, json)).toEqual([])
  })
})

describe('a copy button', () => {
  it('copies the value as shown in the message', () => {
    expect(made(copying('{{price | 2}}'), '{"price":1.005}')).toMatchObject([[{ copy: '1,01' }]])
    const order = '{{side | mayúsculas}} {{symbol}}\n{{price}}'
    expect(made(copying(order), '{"side":"buy","symbol":"A","price":1.10}')).toEqual([
      [{ text: 'Copiar', copy: 'BUY A\n1.10' }],
    ])
  })

  it('is left out if its text is incomplete or too long', () => {
    const json = (length: number) => JSON.stringify({ stop: 'x'.repeat(length) })
    expect(made(copying('{{stop}}'), json(MAX_COPY_LENGTH))).toHaveLength(1)
    expect(made(copying('{{stop}}'), json(MAX_COPY_LENGTH + 1))).toEqual([])
    expect(made(copying('{{price}} {{stop}}'), '{"price":1}')).toEqual([])
    expect(made(copying('{{price}} {{stop}}'), '{"price":1,"stop":" "}')).toEqual([])
    const unfilled = '{"price":1,"stop":"YOUR_PINE_VARIABLE_FOR_stop"}'
    expect(made(copying('{{price}} {{stop}}'), unfilled)).toEqual([])
    expect(made(copying('{{#if stop}}{{stop}}{{/if}}{{price}}'), '{"price":1}')).toHaveLength(1)
    expect(made(copying('{{stop | o "—"}}'), '{"price":1}')).toMatchObject([[{ copy: '—' }]])
  })
})

describe('a link button', () => {
  it('has its values percent-encoded', () => {
    const url = 'https://ejemplo.com/{{a}}?s={{exchange}}:{{symbol}}&b={{b}}'
    const json = '{"a":"x/../y?z","exchange":"NYMEX","symbol":"NYMEX:CL1!","b":"ñ &=#"}'
    expect(made(opening(url), json)).toEqual([
      [
        {
          text: 'Abrir',
          url: 'https://ejemplo.com/x%2F..%2Fy%3Fz?s=NYMEX:CL1!&b=%C3%B1%20%26%3D%23',
        },
      ],
    ])
  })

  it('is left out without its values or when too long', () => {
    const url = 'https://ejemplo.com/{{a}}'
    expect(made(opening(url), '{}')).toEqual([])
    expect(made(opening(url), '{"a":""}')).toEqual([])
    expect(made(opening(url), JSON.stringify({ a: 'x'.repeat(3_000) }))).toEqual([])
    expect(made(opening('https://ejemplo.com'), '{}')).toHaveLength(1)
  })
})

describe('the label of a button', () => {
  const face = (text: string, json: string) =>
    made({ kind: 'link', text, url: 'https://ejemplo.com', style: 'danger' }, json)

  it('is one line, and the button keeps its colour', () => {
    expect(face('{{side}} a\t{{price}}', '{"side":"Compra\\n","price":1.10}')).toEqual([
      [{ text: 'Compra a 1.10', style: 'danger', url: 'https://ejemplo.com' }],
    ])
  })

  it('is cut with an ellipsis when too long', () => {
    const [[button] = []] = face('{{a}}', JSON.stringify({ a: '😀'.repeat(100) }))
    expect([...(button?.text ?? '')]).toHaveLength(MAX_BUTTON_TEXT_LENGTH + 1)
    expect(button?.text).toMatch(/^(😀)+…$/u)
  })

  it('leaves its button out when missing or blank', () => {
    expect(face('{{a}}', '{}')).toEqual([])
    expect(face('{{a}}', '{"a":"\\u200b"}')).toEqual([])
  })
})

describe('rows of buttons', () => {
  it('are left out without a remaining button', () => {
    const rows = [[copying('{{stop}}')], [chart, copying('{{price}}')], [copying('{{side}}')]]
    const buttons = templateButtons(rows, context('{"price":1,"side":"buy"}'))
    expect(buttons).toEqual([[{ text: 'Copiar', copy: '1' }], [{ text: 'Copiar', copy: 'buy' }]])
  })
})

it('drops buttons from the end when they are too large together', () => {
  const long = opening(`https://ejemplo.com/${'ñ'.repeat(900)}`)
  const rows = templateButtons([[long, long], [long, long], [long, long], [chart]], {
    ...context('{"symbol":"A"}'),
  })
  expect(rows.map(row => row.length)).toEqual([2, 2, 1])
})

describe('the webhook’s secret', () => {
  const encoded = [...ID].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('')

  it.each([ID, encoded, encodeURIComponent(encoded), `https://a.b/webhooks/${ID}`])(
    'is neither opened nor copied as %s',
    secret => {
      const json = JSON.stringify({ id: secret, symbol: ID })
      expect(made(opening('https://ejemplo.com/?id={{id}}'), json)).toEqual([])
      expect(made(copying('id {{id}}'), json)).toEqual([])
      expect(made(chart, json)).toEqual([])
    },
  )

  it('is masked in a label before it is cut, like the connection’s other addresses', () => {
    const json = JSON.stringify({ id: `${'x'.repeat(50)}${ID}` })
    const button: TemplateButton = { kind: 'link', text: '{{id}}', url: 'https://ejemplo.com' }
    expect(JSON.stringify(made(button, json))).not.toContain(ID.slice(0, 9))
    const other = templateButtons([[button]], context('{"id":"OtherAddress42"}'), [
      ID,
      'OtherAddress42',
    ])
    expect(other).toMatchObject([[{ text: 'OtherAdd…' }]])
  })
})

describe('a message of several alerts', () => {
  const chartOf = (symbol: string, interval = '5'): MessageButton[][] =>
    templateButtons(
      [[{ ...chart, style: 'success' }, copying('{{symbol}}')]],
      context(JSON.stringify({ symbol, interval })),
    )

  it('has a chart row for each alert with a chart, newest first', () => {
    const rows = groupButtons([chartOf('BINANCE:A'), [], chartOf('B'), chartOf('BINANCE:A', '60')])
    expect(rows.map(row => row.map(({ text, style }) => [text, style]))).toEqual([
      [['A · 1h', 'success']],
      [['B · 5m', 'success']],
      [['A · 5m', 'success']],
    ])
  })

  it('has each chart once, and eight rows at most', () => {
    expect(groupButtons([chartOf('A'), chartOf('A'), chartOf('B')])).toHaveLength(2)
    const many = groupButtons(Array.from({ length: 20 }, (_, n) => chartOf(`S${n}`)))
    expect(many.flat().map(({ text }) => text)).toEqual(
      Array.from({ length: 8 }, (_, n) => `S${19 - n} · 5m`),
    )
  })
})

describe('buttons of any payload', () => {
  const value = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 400 }),
    fc.constantFrom(
      '@malo.com',
      '/@malo.com',
      '\\\\malo.com',
      '//malo.com',
      '.malo.com',
      ':80@malo.com',
      '#@malo.com/',
      '?',
      '%2F%2Fmalo.com',
      '\t\n//malo.com',
      'https://malo.com',
      '..',
      ID,
    ),
    fc.jsonValue(),
  )
  const keys = ['symbol', 'exchange', 'interval', 'a', 'b'] as const
  const payloads = fc
    .record(Object.fromEntries(keys.map(key => [key, value])), { requiredKeys: [] })
    .map(record => JSON.stringify(record))
  const tail = fc.constantFrom(
    '',
    '/',
    '/{{a}}',
    '/{{{a}}}/{{b}}',
    '?x={{a}}',
    '#{{b}}',
    '/{{a | o "//malo.com"}}',
    ':8443/{{b}}',
    '{{a}}',
    '@{{b}}',
    '\\{{a}}',
    '.{{a}}/',
  )
  const buttons = fc.array(
    fc.array(
      fc.oneof(
        fc.constant(chart),
        fc.constantFrom('{{a}}', '{{symbol}} {{b}}', 'x').map(copying),
        fc
          .tuple(fc.constantFrom('https://ejemplo.com', 'http://ejemplo.com', 'tg://resolve'), tail)
          .map(parts => opening(parts.join(''))),
      ),
      { minLength: 1, maxLength: 8 },
    ),
    { maxLength: 8 },
  )

  it('keep their hosts, hide the secret and meet Telegram’s limits', () => {
    fc.assert(
      fc.property(buttons, payloads, (drawn, json) => {
        const read = templateButtonsSchema.safeParse(drawn)
        if (!read.success) return
        const rows = templateButtons(read.data, context(json))
        const all = rows.flat()
        expect(all.length).toBeLessThanOrEqual(MAX_BUTTONS)
        expect(rows.every(row => row.length > 0)).toBe(true)
        expect(JSON.stringify(rows)).not.toContain(ID)
        for (const button of all) {
          expect(button.text.trim()).not.toBe('')
          if ('copy' in button) {
            expect(button.copy.trim()).not.toBe('')
            expect(button.copy.length).toBeLessThanOrEqual(256)
            continue
          }
          expect(linkAddress(button.url)).toBe(button.url)
          const { protocol, hostname, username, password, port } = new URL(button.url)
          expect([username, password, ['', '8443'].includes(port)]).toEqual(['', '', true])
          const hosts = protocol === 'tg:' ? ['resolve'] : ['ejemplo.com', 'es.tradingview.com']
          expect(hosts).toContain(hostname)
        }
      }),
      { numRuns: 300 },
    )
  })
})
