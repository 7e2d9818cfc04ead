import { describe, expect, it } from 'vitest'
import { addressRemovalText, removalText, timedWords } from './words.ts'

const told = (configs: string[] | undefined, pending = 0) =>
  removalText({ name: 'Oro', configs, pending })

describe('what goes with a deleted connection', () => {
  it('is said before its configurations are known, and where there is none', () => {
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

  it('names three of many', () => {
    expect(told(['A', 'B', 'C', 'D', 'E'])).toContain(
      'sus 5 configuraciones de alerta TV: «A», «B», «C» y 2 más.',
    )
  })

  it('tells what becomes of the alerts that still wait', () => {
    expect(told([], 1)).toContain('Hay 1 alerta aún por enviar: quedará como fallida.')
    expect(told([], 1204)).toContain('Hay 1.204 alertas aún por enviar: quedarán como fallidas.')
  })
})

it('says over how many deliveries the times were taken', () => {
  expect(timedWords(1)).toContain('en la última entrega.')
  expect(timedWords(1000)).toContain('en las últimas 1.000 entregas.')
})

describe('what an address that is deleted no longer brings', () => {
  const told = (lastUsedAt: string | null) =>
    addressRemovalText({ id: 'abcdefghijkl', webhookUrl: '', createdAt: '', lastUsedAt })

  it('comes after when it brought something last', () => {
    expect(told('2026-11-19T12:00:00.000Z')).toMatch(
      /^Por ella llegó una alerta por última vez el 19 de noviembre de 2026, \d\d:00\. Las alertas de TradingView que aún usen \/webhooks\/abcdefgh… ya no llegarán\. El historial se conserva\.$/,
    )
  })

  it('says so where it brought nothing that is still known', () => {
    expect(told(null)).toContain('En el historial no hay ninguna alerta que llegara por ella.')
  })
})
