import { describe, expect, it } from 'vitest'
import { MAX_BUTTON_TEXT_LENGTH } from '../limits.ts'
import { buttonTexts } from '../texts/templates.ts'
import { templateButtonsSchema } from './template-button.ts'

const chart = { kind: 'chart', text: 'Gráfico' }
const copy = { kind: 'copy', text: 'Copiar', value: '{{price}}' }
const link = (url: string) => ({ kind: 'link', text: 'Abrir', url })

const refusals = (rows: unknown): string[] => {
  const read = templateButtonsSchema.safeParse(rows)
  return read.success ? [] : read.error.issues.map(({ message }) => message)
}

describe('templateButtonsSchema', () => {
  it('allows at most eight buttons, in rows without an empty one', () => {
    const rows = [[chart, { ...copy, style: 'success' }], [link('https://ejemplo.com/{{symbol}}')]]
    expect(templateButtonsSchema.parse(rows)).toEqual(rows)
    expect(templateButtonsSchema.parse([])).toEqual([])
    expect(refusals(Array(8).fill([chart]))).toEqual([])
    expect(refusals([Array(8).fill(chart)])).toEqual([])
    expect(refusals(Array(9).fill([chart]))).toContain(buttonTexts.tooMany)
    expect(refusals([Array(9).fill(chart)])).toContain(buttonTexts.tooMany)
    expect(refusals([Array(5).fill(chart), Array(4).fill(chart)])).toEqual([buttonTexts.tooMany])
    expect(refusals([[]])).toEqual([buttonTexts.emptyRow])
  })

  it('requires a text of at most 64 characters, and a value to copy', () => {
    expect(refusals([[{ ...chart, text: ' \u{200b}' }]])).toEqual([buttonTexts.textRequired])
    expect(refusals([[{ ...copy, value: '  ' }]])).toEqual([buttonTexts.valueRequired])
    const long = 'x'.repeat(MAX_BUTTON_TEXT_LENGTH + 1)
    expect(refusals([[{ ...chart, text: long }]])).toEqual(['Como máximo 64 caracteres.'])
    expect(refusals([[{ ...chart, style: 'rosa' }]])).toHaveLength(1)
    expect(templateButtonsSchema.parse([[{ ...chart, text: ' a\nb ' }]])).toEqual([
      [{ ...chart, text: 'a b' }],
    ])
  })

  it.each([
    'https://ejemplo.com',
    'http://ejemplo.com:8443/{{symbol}}?q={{price}}#{{side}}',
    'HTTPS://sub.ejemplo.com?{{symbol}}',
    'https://ejemplo.com#{{symbol}}',
    'https://señales.ejemplo.com/{{symbol}}',
    'https://[2001:db8::1]/{{symbol}}',
    'tg://resolve?domain={{user}}',
  ])('allows the address %s', url => {
    expect(refusals([[link(url)]])).toEqual([])
  })

  it.each([
    ['{{url}}', 'https://, http:// o tg://'],
    ['{{scheme}}://ejemplo.com', 'https://, http:// o tg://'],
    ['ejemplo.com/{{symbol}}', 'https://, http:// o tg://'],
    ['//ejemplo.com/{{symbol}}', 'https://, http:// o tg://'],
    ['\\\\ejemplo.com\\{{symbol}}', 'https://, http:// o tg://'],
    ['https:ejemplo.com/{{symbol}}', 'https://, http:// o tg://'],
    ['https:\\\\ejemplo.com/{{symbol}}', 'https://, http:// o tg://'],
    ['javascript:alert({{symbol}})', 'https://, http:// o tg://'],
    ['ftp://ejemplo.com/{{symbol}}', 'https://, http:// o tg://'],
    ['mailto:ana@ejemplo.com', 'https://, http:// o tg://'],
    ['tg:{{x}}', 'https://, http:// o tg://'],
    ['tg://{{x}}', 'https://, http:// o tg://'],
    ['tg://resolve{{x}}', 'https://, http:// o tg://'],
    ['https://{{host}}/a', 'sin placeholders'],
    ['https://{{{host}}}/a', 'sin placeholders'],
    ['https://ejemplo.com{{x}}', 'sin placeholders'],
    ['https://ejemplo.com{{#if x}}.malo.com{{/if}}/', 'sin placeholders'],
    ['https://{{x | o "ejemplo.com/"}}', 'sin placeholders'],
    ['https://ejemplo.com:{{port}}/', 'sin placeholders'],
    ['https://ejemplo.com@{{x}}', 'sin placeholders'],
    ['https://ana:{{x}}@ejemplo.com/', 'sin placeholders'],
    ['https://ejemplo.com\\{{x}}', 'sin placeholders'],
    ['https://ejemplo.com\\@malo.com/{{x}}', 'usuario'],
    ['https://ana@ejemplo.com/{{x}}', 'usuario'],
    ['https://ejemplo.com\\malo.com/{{x}}', 'no admite ese dominio'],
    ['https:///ejemplo.com/{{x}}', 'no admite ese dominio'],
    ['https://localhost/{{x}}', 'no admite ese dominio'],
    ['https://ejem plo.com/{{x}}', 'no admite ese dominio'],
    ['https://ejemplo.com:0/{{x}}', 'no admite ese dominio'],
  ])('refuses the address %s', (url, reason) => {
    expect(refusals([[link(url)]])).toEqual([expect.stringContaining(reason)])
  })
})
