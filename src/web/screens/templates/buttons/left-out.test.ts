import { describe, expect, it } from 'vitest'
import type { TemplateButton } from '#shared/model/template-button.ts'
import type { Payload } from '#shared/payload/payload.ts'
import { leftOutWords } from './left-out.ts'

const told = (button: TemplateButton, payload: Payload) =>
  leftOutWords([[button]], { payload, builtIn: {}, timeZone: 'UTC' })

const copy = (value: string, text = 'Copiar'): TemplateButton => ({ kind: 'copy', text, value })

describe('a button left out of a message', () => {
  it('names its missing values once each', () => {
    expect(told(copy('{{stop}} {{tp}} {{stop}}', 'Copiar {{stop}}'), { tp: ' ' })).toEqual([
      'El botón «Copiar {{stop}}» no sale: faltan {{stop}} y {{tp}}.',
    ])
    const link: TemplateButton = { kind: 'link', text: 'Web', url: 'https://a.es/{{id}}' }
    expect(told(link, {})).toEqual(['El botón «Web» no sale: falta {{id}}.'])
    expect(told(link, { id: 7 })).toEqual([])
  })

  it('is not reported if a default replaces the value', () => {
    expect(told(copy('{{stop | o "—"}}'), {})).toEqual([])
  })

  it('is reported for a chart with a missing or invalid symbol', () => {
    const chart: TemplateButton = { kind: 'chart', text: 'Gráfico' }
    expect(told(chart, {})).toEqual(['El botón «Gráfico» no sale: falta {{symbol}}.'])
    expect(told(chart, { symbol: 'oro y plata' })).toEqual([
      'El botón «Gráfico» no sale: {{symbol}} no es un símbolo de TradingView.',
    ])
    expect(told(chart, { ticker: 'XAUUSD' })).toEqual([])
  })

  it('is reported if its value is too long to copy', () => {
    expect(told(copy('{{nota}}'), { nota: 'x'.repeat(257) })).toEqual([
      'El botón «Copiar» no sale: copiaría más de 256 caracteres.',
    ])
  })

  it('is reported if Telegram would reject it', () => {
    expect(told(copy('{{a}}', '\u200b{{a}}'), { a: '\u200b' })).toHaveLength(1)
    expect(told({ kind: 'link', text: '{{a}}', url: 'https://a.es/' }, { a: ' ' })).toEqual([
      'El botón «{{a}}» no sale: con estos valores Telegram no lo admite.',
    ])
  })
})
