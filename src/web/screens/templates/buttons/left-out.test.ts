import { describe, expect, it } from 'vitest'
import type { TemplateButton } from '#shared/model/template-button.ts'
import type { Payload } from '#shared/payload/payload.ts'
import { leftOutWords } from './left-out.ts'

const told = (button: TemplateButton, payload: Payload) =>
  leftOutWords([[button]], { payload, builtIn: {}, timeZone: 'UTC' })

const copy = (value: string, text = 'Copiar'): TemplateButton => ({ kind: 'copy', text, value })

describe('a button that a message goes without', () => {
  it('says which values it lacks, each once', () => {
    expect(told(copy('{{stop}} {{tp}} {{stop}}', 'Copiar {{stop}}'), { tp: ' ' })).toEqual([
      'El botón «Copiar {{stop}}» no sale: faltan {{stop}} y {{tp}}.',
    ])
    const link: TemplateButton = { kind: 'link', text: 'Web', url: 'https://a.es/{{id}}' }
    expect(told(link, {})).toEqual(['El botón «Web» no sale: falta {{id}}.'])
    expect(told(link, { id: 7 })).toEqual([])
  })

  it('is not told where a default stands in for the value', () => {
    expect(told(copy('{{stop | o "—"}}'), {})).toEqual([])
  })

  it('says so of a chart without a symbol, or with what is none', () => {
    const chart: TemplateButton = { kind: 'chart', text: 'Gráfico' }
    expect(told(chart, {})).toEqual(['El botón «Gráfico» no sale: falta {{symbol}}.'])
    expect(told(chart, { symbol: 'oro y plata' })).toEqual([
      'El botón «Gráfico» no sale: {{symbol}} no es un símbolo de TradingView.',
    ])
    expect(told(chart, { ticker: 'XAUUSD' })).toEqual([])
  })

  it('says so of what is too long to be copied', () => {
    expect(told(copy('{{nota}}'), { nota: 'x'.repeat(257) })).toEqual([
      'El botón «Copiar» no sale: copiaría más de 256 caracteres.',
    ])
  })

  it('says so of what Telegram would not take', () => {
    expect(told(copy('{{a}}', '\u200b{{a}}'), { a: '\u200b' })).toHaveLength(1)
    expect(told({ kind: 'link', text: '{{a}}', url: 'https://a.es/' }, { a: ' ' })).toEqual([
      'El botón «{{a}}» no sale: con estos valores Telegram no lo admite.',
    ])
  })
})
