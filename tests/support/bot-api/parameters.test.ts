import { describe, expect, it } from 'vitest'
import { readParameters } from './parameters.ts'

const json = (body: string) => Object.fromEntries(readParameters('', 'application/json', body))

describe('the parameters of a request', () => {
  it('are read from the query, forms and JSON; the first of a name wins', () => {
    const form = readParameters('a=1', 'application/x-www-form-urlencoded', 'a=2&b=3+4')
    expect(Object.fromEntries(form)).toEqual({ a: '1', b: '3 4' })
    expect(json(' { "a" : "x\\n\\"y\\"" , "b":"z" } ')).toEqual({ a: 'x\n"y"', b: 'z' })
  })

  it('keep their raw JSON unless they are JSON strings', () => {
    const body = '{"text":null,"chat_id":-12,"entities":[{"type":"a}]"}],"flag":true}'
    expect(json(body)).toEqual({
      text: 'null',
      chat_id: '-12',
      entities: '[{"type":"a}]"}]',
      flag: 'true',
    })
  })

  it.each([
    ['{"a":"1","b":tru', { a: '1' }],
    ['{"a":"1","b":"open', { a: '1' }],
    ['{"a":"1" "b":"2"}', { a: '1' }],
    ['{"a":}', {}],
    ['{"a":[1,2', {}],
    ['{}', {}],
    ['["a"]', {}],
    ['', {}],
  ])('end where the JSON %j breaks off, without an error', (body, parameters) => {
    expect(json(body)).toEqual(parameters)
  })

  it('ignore bodies of another content type', () => {
    expect(readParameters('', 'text/plain', '{"a":"1"}').size).toBe(0)
  })
})
