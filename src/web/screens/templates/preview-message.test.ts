import { describe, expect, it } from 'vitest'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { previewMessage as previewOf } from './preview-message.ts'
import { defaultSample } from './sample.ts'

type Rest = [sample: string, context: Parameters<typeof previewOf>[2]]
const now = Date.UTC(2026, 10, 19, 15, 42, 7)
const context = { now, timeZone: 'Europe/Madrid' }
const previewMessage = (content: string, ...rest: Rest) =>
  previewOf({ content, buttons: [], picture: 'below', whenMissing: 'line' }, ...rest)
const textOf = (content: string, sample: string) =>
  previewMessage(content, sample, context)?.pieces.map(({ text }) => text)

describe('the preview of a template', () => {
  it('is the message for the sample', () => {
    const preview = previewMessage(
      '**{{symbol}}** a {{price}}',
      '{"symbol":"ES1!","price":1.10}',
      context,
    )
    expect(preview).toMatchObject({
      pieces: [{ text: 'ES1! a 1.10', entities: [{ type: 'bold', offset: 0, length: 4 }] }],
      length: 11,
      missing: [],
    })
  })

  it('fills time filters from the default sample', () => {
    expect(textOf('{{time | fecha}} {{time | hora}}', defaultSample)).toEqual([
      '19/11/2026 CET 16:35 CET',
    ])
  })

  it('has the notification line and the values missing from it', () => {
    const far = 'x '.repeat(40)
    const told = '{"symbol":"BTC","side":"buy"}'
    expect(previewMessage(`**Oro**\n\n${far}{{symbol}}`, told, context)).toMatchObject({
      notification: `Oro ${far.slice(0, 55)}…`,
      unseen: [
        { key: 'symbol', isAsked: true },
        { key: 'side', isAsked: false },
      ],
    })
    // The default sample counts only keys that the template asks for.
    expect(previewMessage('Noticia', defaultSample, context)?.unseen).toEqual([])
    expect(previewMessage(`${far}{{symbol}}`, defaultSample, context)?.unseen).toMatchObject([
      { key: 'symbol', isAsked: true },
    ])
    for (const template of ['', '{{other}}'])
      expect(previewMessage(template, told, context)?.unseen).toEqual([])
  })

  it('names keys without a value and marks the unsent text', () => {
    const preview = previewMessage('{{symbol}}\nRiesgo: {{ risk_pct }} %', defaultSample, context)
    expect(preview?.missing).toEqual(['risk_pct'])
    expect(preview?.pieces[0]?.text).toBe('XAUUSD')
    expect(preview?.shown[0]?.text).toBe('XAUUSD\n\u{fdd2}Riesgo: {{ risk_pct }} %\u{fdd3}')
  })

  it('keeps the marker if the template asks for it', () => {
    const draft = { content: '{{x}}', buttons: [], picture: 'below' } as const
    const marked = { ...draft, buttons: [], whenMissing: 'marker' as const }
    expect(previewOf(marked, defaultSample, context)?.pieces[0]?.text).toBe('{{x}}')
  })

  it('fills keys from synonyms in the sample and reports them', () => {
    const preview = previewMessage('{{symbol}} {{nota}}', '{"ticker":"ES1!"}', context)
    expect(preview).toMatchObject({
      pieces: [{ text: 'ES1!' }],
      missing: ['nota'],
      taken: [{ key: 'symbol', from: 'ticker' }],
      fits: true,
    })
  })

  it('is the alert itself if the sample has no value for the template', () => {
    const preview = previewMessage('**{{symbol}}** {{price}}', '{"nivel":3,"secret":"x"}', context)
    expect(preview).toMatchObject({
      pieces: [{ text: 'nivel: 3', entities: [] }],
      missing: ['symbol', 'price'],
      fits: false,
    })
  })

  it('reports a link that leads nowhere, with its position', () => {
    const content = '[a](https://x.y/{{nota}})'
    const preview = previewMessage(`{{symbol}} ${content}`, '{"symbol":"ES1!"}', context)
    expect(preview?.deadLinks).toMatchObject([{ from: 27, to: 35 }])
    expect(previewMessage(content, '{"otra":"ES1!"}', context)?.deadLinks).toEqual([])
  })

  it('lists missing keys without a misfit for an empty or default sample', () => {
    for (const sample of ['', defaultSample]) {
      const preview = previewMessage('{{ticker}} {{close}}', sample, context)
      expect(preview).toMatchObject({ pieces: [], fits: true, missing: ['ticker', 'close'] })
    }
  })

  it('fills in the values that Pregonero knows', () => {
    expect(textOf('{{connection_name}} · {{alert_name}} · {{timestamp}}', '{}')).toEqual([
      'Tu conexión · Alerta de Tu conexión · 19/11/2026, 16:42:07 CET',
    ])
  })

  it('names the alert as the server will', () => {
    expect(textOf('{{alert_name}}', '{"strategy_name":"EMA 9/21"}')).toEqual(['EMA 9/21'])
  })

  it('uses the alert that the sample was taken from', () => {
    const alert = {
      alertName: 'Ruptura del máximo',
      connectionName: 'Oro H1',
      timestamp: '2026-11-18T09:05:06.000Z',
      text: '{"connectionId":"0123456789abcdef"}',
    }
    const content = '{{connection_name}} · {{alert_name}} · {{timestamp}} · {{connectionId}}'
    const textWith = (sample: string) =>
      previewMessage(content, sample, { ...context, alert })?.pieces[0]?.text
    expect(textWith(alert.text)).toBe(
      'Oro H1 · Ruptura del máximo · 18/11/2026, 10:05:06 CET · 01234567…',
    )
    expect(textWith('{"name":"Otra"}')).toMatch(/^Oro H1 · Otra · 18/)
  })

  it('has the buttons and the picture for the sample', () => {
    const draft = {
      content: '{{symbol}}',
      buttons: [
        [
          { kind: 'chart' as const, text: 'Gráfico', style: 'primary' as const },
          { kind: 'copy' as const, text: 'Stop', value: '{{stop}}' },
        ],
      ],
      picture: 'above' as const,
      whenMissing: 'line' as const,
    }
    const snapshot = 'https://www.tradingview.com/x/AbCd1234/'
    const sample = JSON.stringify({ symbol: 'XAUUSD', exchange: 'OANDA', snapshot })
    const preview = previewOf(draft, sample, context)
    expect(preview).toMatchObject({
      buttons: [
        [{ text: 'Gráfico', style: 'primary', url: expect.stringContaining('OANDA:XAUUSD') }],
      ],
      leftOut: ['El botón «Stop» no sale: falta {{stop}}.'],
      picture: { url: snapshot, place: 'above' },
    })
    expect(previewOf(draft, '{"symbol":"XAUUSD"}', context)?.picture).toBeNull()
  })

  it('splits a long message as it is sent', () => {
    const preview = previewMessage(`${'a'.repeat(4_000)}\n${'b'.repeat(500)}`, '', context)
    expect(preview?.pieces.map(({ text }) => text.length)).toEqual([4_000, 500])
    expect(preview?.length).toBe(4_501)
  })

  it('has no pieces for an empty message', () => {
    expect(textOf('{{#if nota}}hola{{/if}}', '{}')).toEqual([])
  })

  it('is undefined while the sample is invalid JSON', () => {
    expect(previewMessage('{{symbol}}', '{ "symbol": ', context)).toBeUndefined()
  })
})

it('has every field of the default templates in the default sample', () => {
  for (const { id, name: _, ...template } of defaultTemplates) {
    const draft = { picture: 'below' as const, whenMissing: 'line' as const, ...template }
    const preview = previewOf(draft, defaultSample, context)
    expect(preview, id).toMatchObject({ missing: [], leftOut: [], deadLinks: [], unseen: [] })
  }
})
