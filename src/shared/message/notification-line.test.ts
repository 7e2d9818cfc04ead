import { describe, expect, it } from 'vitest'
import { parsePayload } from '../payload/payload.ts'
import { fillTemplate } from './fill-template.ts'
import { notificationLine, unseenValues } from './notification-line.ts'
import { defaultTemplates } from './template/default-templates.ts'

const contextOf = (json: string) => ({
  payload: parsePayload(json),
  builtIn: { alert_name: 'BTCUSDT cruza 67.000' },
  timeZone: 'UTC',
})
const lineOf = (template: string, json = '{}') =>
  notificationLine(fillTemplate(template, contextOf(json)).message)

describe('notificationLine', () => {
  it.each([
    ['**BTC**\n\n_compra_ `a` [aquí](https://x.y)', 'BTC compra a aquí'],
    ['  \n a \n\n   b  ', 'a b'],
    ['Precio ||67 432|| ya', 'Precio ▒▒ ▒▒▒ ya'],
    ['||secreto|| **||y||**', '▒▒▒▒▒▒▒ ▒'],
    ['> cita\n> de dos', 'cita de dos'],
    ['a'.repeat(60), 'a'.repeat(60)],
    ['a'.repeat(61), `${'a'.repeat(60)}…`],
    ['🔔'.repeat(61), `${'🔔'.repeat(60)}…`],
    ['', ''],
  ])('turns %j into %j', (template, line) => {
    expect(lineOf(template)).toBe(line)
  })
})

const unseen = (template: string, json: string) =>
  unseenValues(template, contextOf(json)).map(({ key, value, isAsked }) =>
    [key, value, isAsked ? 'asked' : 'not asked'].join(' '),
  )
const far = 'x '.repeat(40)
const BUY = '{"symbol":"XAUUSD","side":"buy"}'

const FULL = JSON.stringify({
  symbol: 'BTCUSDT',
  exchange: 'BINANCE',
  timeframe: '15',
  action: 'buy',
  price: 67_432.5,
  strategy_name: 'Cruce EMA',
  contracts: 1,
  indicator: 'EMA 9/21',
  level: '67000',
  direction: 'alza',
})

describe('the symbol and the side', () => {
  it.each([
    ['{{symbol}} {{side}}', BUY],
    ['{{side | mayúsculas}} **{{symbol | minúsculas}}**', BUY],
    ['{{ticker}} {{action}}', '{"ticker":"XAUUSD","action":"buy"}'],
    ['{{symbol}} {{side}}', '{"TICKER":"XAUUSX","Order_Action":"BUY"}'],
    ['{{alert_name}}', '{"symbol":"BTCUSDT"}'],
    ['{{message}}', '{"symbol":"BTC","side":"buy","message":"buy BTC, ya"}'],
    ['{{payload}}', '{"symbol":"BTC","side":"buy"}'],
  ])('are visible in %s with %s', (template, json) => {
    expect(unseen(template, json)).toEqual([])
  })

  it.each([
    [`${far}{{symbol}} {{side}}`, BUY, ['symbol XAUUSD asked', 'side buy asked']],
    ['{{price}}', BUY, ['symbol XAUUSD not asked', 'side buy not asked']],
    ['{{symbol}} ||{{side}}||', BUY, ['side buy asked']],
    ['[aquí](https://x.y/{{symbol}}) {{side}}', BUY, ['symbol XAUUSD asked']],
    [`${far.slice(0, 57)}{{symbol}}`, '{"symbol":"XAUUSD"}', ['symbol XAUUSD asked']],
    ['Todo a cero', '{"ticker":"T","signal":"a"}', ['symbol T not asked']],
    [`${far}{{ticker}}`, '{"ticker":"BTC"}', ['symbol BTC asked']],
  ])('are reported unseen in %s with %s', (template, json, missed) => {
    expect(unseen(template, json)).toEqual(missed)
  })

  it.each([
    ['{{title}}', '{"title":"La Fed baja los tipos"}'],
    ['{{symbol}} {{side}}', '{}'],
    ['{{symbol}}', '{"symbol":"","side":null}'],
    ['Sin nada', '{"data":[{"symbol":"BTC"}]}'],
    ['', '{"symbol":"  "}'],
  ])('are unreported if the payload lacks them: %s with %s', (template, json) => {
    expect(unseen(template, json)).toEqual([])
  })

  it.each(defaultTemplates)('are visible in «$name» if it asks for them', ({ content }) => {
    expect(unseenValues(content, contextOf(FULL)).filter(({ isAsked }) => isAsked)).toEqual([])
  })

  it('are judged in reasonable time for very long values', () => {
    const long = 'a'.repeat(60_000)
    const template = '{{symbol}} {{side}} '.repeat(800)
    expect(unseen(template, JSON.stringify({ symbol: long, side: long }))).toHaveLength(2)
  })
})
