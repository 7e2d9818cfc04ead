import { expect, it } from 'vitest'
import { parsePayload } from '../payload/payload.ts'
import { fillText } from './fill-text.ts'
import { PlaceholderValues } from './template/placeholder-values.ts'

const values = new PlaceholderValues({
  payload: parsePayload('{"close":"67432.5","notes":"**a** <b>","side":"buy"}'),
  builtIn: { timestamp: 'hoy' },
  receivedAt: Date.UTC(2026, 10, 19, 15, 35, 2),
  timeZone: 'Europe/Madrid',
})

it.each([
  ['Precio {{price | 2 | miles}}', 'Precio 67.432,50'],
  ['{{notes}} {{{notes}}}', '**a** <b> **a** <b>'],
  ['{{#if side}}{{side | mayúsculas}}{{/if}}{{#if gone}}x{{/if}}', 'BUY'],
  ['{{timestamp | hora}}', '16:35 CET'],
  ['{{gone | o "—"}} {{a | b}}', '— {{a | b}}'],
])('%s becomes %s', (template, text) => {
  expect(fillText(template, values)).toEqual({ text, missing: [], isTooLong: false })
})

it('reports missing keys', () => {
  expect(fillText('a{{gone | 2}}b{{#if gone}}{{other}}{{/if}}{{x}}{{x | o "—"}}', values)).toEqual({
    text: 'ab—',
    missing: ['gone', 'x'],
    isTooLong: false,
  })
})

it('stops after far too much text, but reports missing keys behind it', () => {
  const long = new PlaceholderValues({
    payload: { long: 'x'.repeat(60_000) },
    builtIn: {},
    timeZone: 'UTC',
  })
  let written = 0
  const filled = fillText(`${'{{long}}'.repeat(100)}{{gone}}`, long, value => {
    written += 1
    return value
  })
  expect(filled).toMatchObject({ missing: ['gone'], isTooLong: true })
  expect(filled.text.length).toBeLessThan(5_000)
  expect(written).toBe(1)
})

it('writes values with the given encoder', () => {
  const { text } = fillText('https://x.com/?q={{notes}}', values, encodeURIComponent)
  expect(text).toBe('https://x.com/?q=**a**%20%3Cb%3E')
})
