import { describe, expect, it } from 'vitest'
import { defaultSample, readSample, sampleFault } from './sample.ts'

describe('the sample payload', () => {
  it('contains the fields of common templates by default', () => {
    expect(Object.keys(readSample(defaultSample) ?? {})).toEqual(
      expect.arrayContaining(['symbol', 'price', 'action', 'notes']),
    )
  })

  it('may be empty, without values', () => {
    expect(readSample(' \n')).toEqual({})
  })

  it.each(['{ "symbol": ', '[1, 2]', '"texto"', '7'])(
    'has to be a JSON object, unlike %s',
    text => {
      expect(readSample(text)).toBeUndefined()
    },
  )
})

describe('the fault of a sample', () => {
  it('is undefined for an object or an empty sample', () => {
    for (const sample of ['{"symbol":"XAUUSD"}', ' {} ', '', '\n']) {
      expect(sampleFault(sample)).toBeUndefined()
    }
  })

  it('locates a syntax error', () => {
    expect(sampleFault('{\n  "a": 1,\n}')).toEqual({ at: 10, message: 'Sobra la última coma.' })
  })

  it.each(['[1]', '"texto"', '7', 'null'])('says that %s is not an object', text => {
    expect(sampleFault(`\n${text}`)).toEqual({ at: 1, message: 'No es un objeto {…}.' })
  })

  it('reports more than 100 levels of nesting', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect(sampleFault(nested(100))).toBeUndefined()
    expect(sampleFault(nested(101))?.message).toBe(
      'Tiene más de 100 niveles, unos dentro de otros.',
    )
  })
})
