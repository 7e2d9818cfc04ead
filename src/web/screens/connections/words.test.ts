import { describe, expect, it } from 'vitest'
import { addressRemovalText, removalText, timedWords } from './words.ts'

const told = (configs: string[] | undefined, pending = 0) =>
  removalText({ name: 'Oro', configs, pending })

describe('the text before deleting a connection', () => {
  it('covers configurations that are not loaded yet, or absent', () => {
    expect(told(undefined)).toBe(
      'Se eliminará «Oro» y también sus configuraciones de alerta TV. El historial se conserva.',
    )
    expect(told([])).toContain('también sus configuraciones de alerta TV (no tiene ninguna).')
  })

  it('names the configurations', () => {
    expect(told(['A'])).toContain('también su configuración de alerta TV «A».')
    expect(told(['A', 'B'])).toContain('sus 2 configuraciones de alerta TV: «A» y «B».')
    expect(told(['A', 'B', 'C'])).toContain('TV: «A», «B» y «C».')
  })

  it('names three of five configurations', () => {
    expect(told(['A', 'B', 'C', 'D', 'E'])).toContain(
      'sus 5 configuraciones de alerta TV: «A», «B», «C» y 2 más.',
    )
  })

  it('says that the waiting alerts will fail', () => {
    expect(told([], 1)).toContain('Hay 1 alerta aún por enviar: quedará como fallida.')
    expect(told([], 1204)).toContain('Hay 1.204 alertas aún por enviar: quedarán como fallidas.')
  })
})

it('says how many deliveries the times are based on', () => {
  expect(timedWords(1)).toContain('en la última entrega.')
  expect(timedWords(1000)).toContain('en las últimas 1.000 entregas.')
})

describe('the text before deleting an address', () => {
  const told = (lastUsedAt: string | null) =>
    addressRemovalText({ id: 'abcdefghijkl', webhookUrl: '', createdAt: '', lastUsedAt })

  it('gives its last arrival and the alerts that will stop arriving', () => {
    expect(told('2026-11-19T12:00:00.000Z')).toMatch(
      /^Por ella llegó una alerta por última vez el 19 de noviembre de 2026, \d\d:00\. Las alertas de TradingView que aún usen \/webhooks\/abcdefgh… ya no llegarán\. El historial se conserva\.$/,
    )
  })

  it('says that no alert of the history came through it', () => {
    expect(told(null)).toContain('En el historial no hay ninguna alerta que llegara por ella.')
  })
})
