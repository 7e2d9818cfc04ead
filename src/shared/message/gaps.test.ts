import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formattedParts } from '../../../tests/support/formatted-parts.ts'
import { parsePayload } from '../payload/payload.ts'
import { fillTemplate } from './fill-template.ts'
import { shownGaps } from './gaps.ts'

const filled = (template: string, values: object = {}, given = {}) =>
  fillTemplate(template, {
    payload: parsePayload(JSON.stringify(values)),
    builtIn: {},
    timeZone: 'UTC',
    ...given,
  })
const text = (template: string, values?: object) => filled(template, values).message.text
const parts = (template: string, values?: object) =>
  formattedParts(filled(template, values).message)

describe('a line whose placeholders all lack a value', () => {
  it.each([
    ['is left out', 'a {{v}}\nMercado: {{x}}\nb', 'a 1\nb'],
    ['is left out at the beginning', '{{x}}\na {{v}}', 'a 1'],
    ['is left out at the end', 'a {{v}}\n{{x}} {{y}}', 'a 1'],
    ['takes one of two empty lines along', 'a\n\n{{x}}\n\nb {{v}}', 'a\n\nb 1'],
    ['takes along what several lines leave', 'a\n\n{{x}}\n{{y}}\n\n{{x}}\n\nb {{v}}', 'a\n\nb 1'],
    ['leaves other empty lines', 'a\n\n\n{{v}}\n{{x}}\n\n\nb', 'a\n\n\n1\n\n\nb'],
    ['is left out of a quote', '> a\n> {{x}}\n> {{v}}\nb', 'a\n1\nb'],
    ['is left out of code', '```\na {{v}}\nx={{x}}\n```', 'a 1'],
    ['goes with its link', 'a {{v}}\n[Ver](https://x.es/?s={{x}})', 'a 1'],
    ['is no line of a link with a value', '[Ver](https://x.es/{{v}}) {{x}}', 'Ver'],
    ['goes with its link in HTML', '<i>a {{v}}</i>\n<a href="{{x}}">Ver</a>\n<i>b</i>', 'a 1\nb'],
    ['is a paragraph of HTML', '<p>a {{v}}</p><p>Mercado: <b>{{x}}</b></p><p>b</p>', 'a 1\n\nb'],
    ['ends at a break of HTML', '<i>a {{v}}<br>Mercado: {{x}}<br>b</i>', 'a 1\nb'],
    ['is an item of a list', '<ul><li>{{v}}</li><li>{{x}}</li><li>b</li></ul>', '• 1\n• b'],
  ])('%s', (_what, template, expected) => {
    expect(text(template, { v: 1 })).toBe(expected)
  })

  it.each([null, '', ' ', '\u200b', '{{close}}', '{close}', '%last_price%', 'TU_VARIABLE_AQUI'])(
    'is left out if the value is %j',
    x => {
      expect(text('a {{v}}\nMercado: {{x}}', { v: 1, x })).toBe('a 1')
    },
  )

  it('stays where it has a default', () => {
    expect(text('Mercado: {{x | o "—"}}')).toBe('Mercado: —')
  })

  it('leaves the surrounding formatting intact', () => {
    expect(parts('**a {{v}}\n{{x}}**', { v: 1 })).toEqual(['bold[a 1]'])
    expect(parts('> {{x}}\n> a\n> {{y}}\n{{v}}', { v: 1 })).toEqual(['blockquote[a]'])
    expect(parts('<b>{{x}}\n{{v}}</b>', { v: 1 })).toEqual(['bold[1]'])
  })
})

describe('a gap in a line with other values', () => {
  it.each([
    ['{{v}} · {{x}}', '1'],
    ['{{x}} · {{v}}', '1'],
    ['{{v}} · {{x}} · {{w}}', '1 · 2'],
    ['🔔 **{{v}}** · **{{x | mayúsculas}}**', '🔔 1'],
    ['🔔 **{{x}}** · **{{v}}**', '🔔 1'],
    ['{{v}} ({{x}})', '1'],
    ['{{v}} «{{x}}», {{w}}', '1 2'],
    ['{{v}} · ([{{x}}]) fin', '1 fin'],
    ['{{x}}:{{v}}', '1'],
    ['{{v}}/{{x}}', '1'],
    ['{{v}} {{x}} {{w}}', '1 2'],
    ['{{x}} · {{y}} · {{v}}', '1'],
    ['{{v}}, {{x}} y {{w}}', '1 y 2'],
    ['{{v}} @ {{x}}', '1 @'],
    ['Orden {{x}} de {{v}}', 'Orden de 1'],
    ['`{{v}}` · `{{x}}`', '1'],
    ['{{v}}{{x}}{{w}}', '12'],
    ['{{v}} ({{x}}%)', '1'],
    ['{{v}} (+{{x}} %) · £{{x}} · {{w}} €', '1 2 €'],
    ['#{{x}} #{{v}} {{x}}% {{w}}%', '#1 2%'],
    ['{{v}}% {{x}} £{{w}}', '1% £2'],
    ['{{v}}%{{x}}£{{w}}', '1%£2'],
    ['{{v}} (-{{x}}%)', '1'],
    ['Riesgo 5 % {{x}} · {{v}}', 'Riesgo 5 % 1'],
    ['{{v}} £ {{x}} {{w}}', '1 £ 2'],
    ['#{{x}}{{v}} #{{x}}_{{w}}', '#1 #_2'],
    ['£{{x}}-{{v}}', '£1'],
    ['Rango {{v}}–{{x}} €', 'Rango 1 €'],
    ['TP: {{v}} / {{x}} £', 'TP: 1 £'],
    ['C++{{x}} {{v}}', 'C++ 1'],
  ])('%j becomes %j', (template, expected) => {
    expect(text(template, { v: 1, w: 2 })).toBe(expected)
  })

  it('leaves the characters of values untouched', () => {
    expect(text('{{v}} {{x}} {{w}}', { v: '(a ·', w: '- b)' })).toBe('(a · - b)')
  })
})

describe('a link with a gap', () => {
  const url = (address: string) =>
    filled(`{{v}} [a](${address})`, { v: 1 }).message.entities[0]?.url

  it('stays a link without an exchange or a further parameter', () => {
    expect(url('https://x.es/?s={{x}}:{{v}}')).toBe('https://x.es/?s=1')
    expect(url('https://x.es/?s={{v}}&i={{x}}')).toBe('https://x.es/?s=1&i=')
  })

  it('is text where it would lead elsewhere', () => {
    for (const address of ['https://x.es/{{x}}', 'https://x.es/{{v}}/{{x}}', '{{x}}'])
      expect(url(address)).toBeUndefined()
    expect(filled('[a](https://x.es/{{v}})', { v: 'a {close}' }).message.entities).toEqual([])
  })
})

describe('a preview', () => {
  it('marks the pieces that are not sent', () => {
    const { message } = filled('🔔 {{v}} · {{x}}\nMercado: {{y}}\nb', { v: 1 }, { showsGaps: true })
    const pieces = shownGaps(message.text).map(({ from, to, isGap }) => [
      isGap,
      message.text.slice(from, to),
    ])
    expect(pieces).toEqual([
      [false, '🔔 1'],
      [true, ' · {{x}}'],
      [false, '\n'],
      [true, 'Mercado: {{y}}\n'],
      [false, 'b'],
    ])
  })
})

describe('any template', () => {
  const literal = fc.constantFrom(
    'Precio: ',
    ' · ',
    '\n',
    '\n\n',
    '(',
    ')',
    '*',
    ' ',
    '<b>',
    '/',
    '> ',
  )
  const present = fc.constantFrom('{{a}}', '{{b}}', '**{{a}}**', '{{{b}}}')
  const absent = fc.constantFrom('{{x}}', '({{y}})', '«{{x}}»')
  const template = (...pieces: fc.Arbitrary<string>[]) =>
    fc.array(fc.oneof(...pieces), { minLength: 1, maxLength: 16 }).map(some => some.join(''))
  const values = { a: 'VALOR-A', b: '(b), 2' }

  it('gives the same message as with markers if all values exist', () => {
    fc.assert(
      fc.property(template(literal, present), source => {
        const { message } = filled(source, values)
        expect(message).toEqual(filled(source, values, { whenMissing: 'marker' }).message)
      }),
      { numRuns: 1_000 },
    )
  })

  it('keeps every value and leaves no placeholder or gap mark', () => {
    fc.assert(
      fc.property(template(literal, present, absent), source => {
        const { message } = filled(source, values)
        const count = (found: string, text: string) => text.split(found).length - 1
        for (const [key, value] of Object.entries(values))
          expect(count(value, message.text)).toBe(count(`{{${key}}}`, source))
        expect(message.text).not.toMatch(/\{\{|[\u{fdd0}-\u{fdd3}]/u)
      }),
      { numRuns: 1_000 },
    )
  })
})
