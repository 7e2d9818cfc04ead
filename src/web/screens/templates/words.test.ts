import { describe, expect, it } from 'vitest'
import { buttonGapWords, removalText, trialSentence, unseenText } from './words.ts'

const usedBy = (connections: number) => ({
  id: 'x',
  name: 'Señal',
  content: '{{symbol}}',
  buttons: [],
  picture: 'below' as const,
  whenMissing: 'line' as const,
  version: 1,
  usedBy: connections,
})

const noUsers = { names: [], pending: 0 }

describe('the warning before a template is deleted', () => {
  it('says that no connection uses it', () => {
    expect(removalText(usedBy(0), undefined, noUsers)).toBe(
      'Se eliminará «Señal». Ninguna conexión la utiliza.',
    )
  })

  it('names its connections and their next template', () => {
    expect(removalText(usedBy(1), 'Cruce', { names: ['Oro'], pending: 0 })).toBe(
      'Se eliminará «Señal» y la conexión que la utiliza («Oro») pasará a la plantilla «Cruce».',
    )
    expect(removalText(usedBy(2), 'Cruce', { names: ['Oro', 'Plata'], pending: 0 })).toBe(
      'Se eliminará «Señal» y las 2 conexiones que la utilizan («Oro» y «Plata») pasarán a la plantilla «Cruce».',
    )
    expect(removalText(usedBy(5), 'Cruce', { names: [...'abcde'], pending: 0 })).toContain(
      '(«a», «b», «c» y 2 más)',
    )
    expect(removalText(usedBy(2), 'Cruce', noUsers)).toContain(
      'las 2 conexiones que la utilizan pasarán',
    )
  })

  it('says how many alerts are still to be sent', () => {
    expect(removalText(usedBy(1), 'Cruce', { names: ['Oro'], pending: 1 })).toContain(
      '«Cruce». Tiene 1 alerta aún por enviar.',
    )
    expect(removalText(usedBy(2), 'Cruce', { names: ['a', 'b'], pending: 1_204 })).toContain(
      '«Cruce». Tienen 1.204 alertas aún por enviar.',
    )
  })

  it('says that its connections would have no valid template', () => {
    expect(removalText(usedBy(1), undefined, { names: ['Oro'], pending: 3 })).toBe(
      '«Señal» es la única plantilla: la conexión que la utiliza («Oro») se quedaría sin una plantilla válida.',
    )
    expect(removalText(usedBy(3), undefined, noUsers)).toBe(
      '«Señal» es la única plantilla: las 3 conexiones que la utilizan se quedarían sin una plantilla válida.',
    )
  })
})

const told = (tried: number, withGaps: number, keys: string[] = [], misfits = 0) =>
  trialSentence({ tried, misfits, withGaps, missing: keys.map(key => ({ key })) })

describe('the trial of a template on the newest alerts', () => {
  it('counts the alerts with gaps and names the missing keys', () => {
    expect(told(200, 2, ['price'])).toBe('2 de 200 quedarían con huecos: falta price')
    expect(told(1_200, 1, ['price', 'rsi'])).toBe(
      '1 de 1.200 quedaría con huecos: faltan price y rsi',
    )
    expect(told(9, 9, ['a', 'b', 'c', 'd', 'e'])).toBe(
      '9 de 9 quedarían con huecos: faltan sobre todo a, b y c',
    )
  })

  it('counts misfits, before alerts with gaps', () => {
    expect(told(200, 0, [], 1)).toBe('1 de 200 se enviaría tal cual, sin la plantilla')
    expect(told(200, 2, ['price'], 3)).toBe(
      '3 de 200 se enviarían tal cual, sin la plantilla; 2 de 200 quedarían con huecos: falta price',
    )
  })

  it('says that all are complete, or that there are no alerts yet', () => {
    expect(told(200, 0)).toBe('Tus últimas 200 alertas quedarían completas.')
    expect(told(1, 0)).toBe('Tu última alerta quedaría completa.')
    expect(told(0, 0)).toBe('Sin alertas con las que probarla todavía.')
  })
})

describe('the buttons left out of the tried alerts', () => {
  it('are counted one by one', () => {
    const buttons = [[{ text: 'Gráfico' }, { text: 'Stop' }], [{ text: 'Objetivo' }]]
    expect(buttonGapWords(buttons, [[0, 3], [1_200]])).toBe(
      'El botón «Stop» no saldría en 3. El botón «Objetivo» no saldría en 1.200.',
    )
    expect(buttonGapWords(buttons, [[0, 0], [0]])).toBe('')
    expect(buttonGapWords([], [])).toBe('')
  })
})

describe('the text on values that a notification hides', () => {
  const symbol = { key: 'symbol', value: 'XAUUSD', isAsked: true } as const
  const side = { key: 'side', value: 'buy', isAsked: true } as const

  it.each([
    [[], ''],
    [[symbol], 'El símbolo (XAUUSD) no se ve en la notificación: ponlo al principio, a la vista.'],
    [[side], 'El sentido (buy) no se ve en la notificación: ponlo al principio, a la vista.'],
    [
      [symbol, side],
      'El símbolo (XAUUSD) y el sentido (buy) no se ven en la notificación: ponlos al principio, a la vista.',
    ],
    [
      [symbol, { ...side, isAsked: false }],
      'El símbolo (XAUUSD) no se ve en la notificación: ponlo al principio, a la vista. El sentido (buy) no se ve en la notificación: la plantilla no lo pide.',
    ],
    [
      [{ ...symbol, value: 'A'.repeat(1_000), isAsked: false }],
      `El símbolo (${'A'.repeat(24)}…) no se ve en la notificación: la plantilla no lo pide.`,
    ],
  ])('names %j', (unseen, text) => {
    expect(unseenText(unseen)).toBe(text)
  })
})
