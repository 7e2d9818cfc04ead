import { describe, expect, it } from 'vitest'
import { readBody } from '#shared/body/read-body.ts'
import { hiddenNames } from '#shared/payload/key-names.ts'
import { describeRepair } from './describe-repair.ts'

function described(body: string, neverShown: readonly string[] = []) {
  const broke = readBody(body)?.broke
  if (!broke) throw new Error('it was to be repaired')
  return describeRepair(body, broke, hiddenNames(neverShown))
}

describe('a repaired object', () => {
  it('is reported in Spanish, with position and excerpt', () => {
    expect(described('{\n  "symbol":"EURUSD",\n  "rsi":NaN,\n  "close":1.1\n}')).toEqual({
      error: 'Línea 3, columna 9: «NaN» va entre comillas.',
      excerpt: '{\n  "symbol":"EURUSD",\n  "rsi":NaN,\n  "close":1.1\n}',
    })
    const long = described(`{"a":"${'🚀'.repeat(200)}","b":NaN,"c":"${'y'.repeat(200)}"}`)
    expect(long.error).toBe('Línea 1, columna 213: «NaN» va entre comillas.')
    expect(long.excerpt).toMatch(/^.?🚀+","b":NaN,"c":"y+…$/u)
  })

  it('is reported with nearby secrets masked', () => {
    const { excerpt } = described(`{"apiKey":"MARCA-${'x'.repeat(300)}","rsi":NaN,"token":"MARCA"}`)
    expect(excerpt).toBe('•••","rsi":NaN,"token":"•••"}')
  })

  it('is reported without a secret that was written without quotes', () => {
    expect(described('{"symbol":"BTC","token":MARCA77,"rsi":1}')).toEqual({
      error: 'Línea 1, columna 25: «•••» va entre comillas.',
      excerpt: '{"symbol":"BTC","token":•••,"rsi":1}',
    })
  })

  it('is reported without values under names that the connection never shows', () => {
    expect(described('{"symbol":"BTC","t":"MARCA","rsi":NaN}', ['t']).excerpt).toBe(
      '{"symbol":"BTC","t":"•••","rsi":NaN}',
    )
  })
})
