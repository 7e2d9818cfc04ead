import { describe, expect, it } from 'vitest'
import { defaultSample, readSample, sampleFault } from './sample.ts'

describe('the sample payload', () => {
  it('begins with what the commonest templates ask for', () => {
    expect(Object.keys(readSample(defaultSample) ?? {})).toEqual(
      expect.arrayContaining(['symbol', 'price', 'action', 'notes']),
    )
  })

  it('may be empty, and has no values then', () => {
    expect(readSample(' \n')).toEqual({})
  })

  it.each(['{ "symbol": ', '[1, 2]', '"texto"', '7'])(
    'has to be a JSON object, unlike %s',
    text => {
      expect(readSample(text)).toBeUndefined()
    },
  )
})

describe('what keeps a sample from being read', () => {
  it('is nothing for an object, and for no sample at all', () => {
    for (const sample of ['{"symbol":"XAUUSD"}', ' {} ', '', '\n']) {
      expect(sampleFault(sample)).toBeUndefined()
    }
  })

  it('is the fault of what is no JSON', () => {
    expect(sampleFault('{\n  "a": 1,\n}')).toEqual({ at: 10, message: 'Sobra la última coma.' })
  })

  it.each(['[1]', '"texto"', '7', 'null'])('is that %s is no object', text => {
    expect(sampleFault(`\n${text}`)).toEqual({ at: 1, message: 'No es un objeto {…}.' })
  })

  it('is nesting that no alert may have', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect(sampleFault(nested(100))).toBeUndefined()
    expect(sampleFault(nested(101))?.message).toBe(
      'Tiene más de 100 niveles, unos dentro de otros.',
    )
  })
})
