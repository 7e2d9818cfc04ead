import { describe, expect, it } from 'vitest'
import { MAX_NAME_LENGTH } from '#shared/limits.ts'
import type { TvConfig } from '#shared/model/tv-config.ts'
import { blankConfig, cloneConfig } from './new-config.ts'

const oro = { id: 'oro', name: 'Oro H1' }
const plata = { id: 'plata', name: 'Plata' }

describe('a new configuration', () => {
  it('is for the connection that the list is filtered by', () => {
    expect(blankConfig([oro, plata], 'plata').connectionId).toBe('plata')
  })

  it('is for the only connection', () => {
    expect(blankConfig([oro], undefined).connectionId).toBe('oro')
    expect(blankConfig([oro], 'borrada').connectionId).toBe('oro')
  })

  it('has no connection otherwise', () => {
    expect(blankConfig([oro, plata], undefined).connectionId).toBe('')
    expect(blankConfig([], undefined).connectionId).toBe('')
  })
})

const config: TvConfig = {
  id: 'c1',
  name: 'Cruce EMA',
  connectionId: 'plata',
  templateFields: { symbol: '{{ticker}}' },
  tradingViewConditionNotes: 'EMA 9 sobre EMA 21',
  tradingViewFrequencyNotes: 'Una vez por cierre de barra',
  expiresOn: '2026-12-19',
  version: 3,
}

describe('cloning a configuration', () => {
  it('copies all but the identity and the expiry day, under a new name', () => {
    const { id: _, version: __, ...rest } = config
    expect(cloneConfig(config, [oro, plata])).toEqual({
      draft: { ...rest, name: 'Copia de Cruce EMA', expiresOn: null },
    })
  })

  it('takes the first connection if the original is gone, with a warning', () => {
    expect(cloneConfig(config, [oro])).toMatchObject({
      draft: { connectionId: 'oro', templateFields: { symbol: '{{ticker}}' } },
      warning: 'Conexión original no encontrada. Asignada: "Oro H1". Verifica y ajusta.',
    })
  })

  it('fails without any connection', () => {
    expect(cloneConfig(config, [])).toEqual({
      refusal: 'Error al clonar: No hay conexiones de Pregonero disponibles.',
    })
  })

  it('fails while the connections are not loaded', () => {
    expect(cloneConfig(config, undefined)).toEqual({
      refusal: 'Error al clonar: No se puede asignar una conexión válida.',
    })
  })

  it('cuts the name to the maximum length', () => {
    const clone = cloneConfig({ ...config, name: 'x'.repeat(MAX_NAME_LENGTH) }, [plata])
    expect(clone).toMatchObject({ draft: { name: expect.stringMatching(/^Copia de x{191}$/) } })
  })
})
