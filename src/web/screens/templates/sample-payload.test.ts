import { describe, expect, it } from 'vitest'
import { defaultSample, readSample } from './sample-payload.ts'

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
