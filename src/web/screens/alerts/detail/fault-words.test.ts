import { expect, it } from 'vitest'
import { jsonFault } from '#web/parts/json-code/json-fault.ts'
import { faultWords } from './fault-words.ts'

it('tells the place where a body broke as one counts it, and what is wrong there', () => {
  const told = (text: string) => {
    const fault = jsonFault(text)
    return fault && faultWords(text, fault).what
  }
  expect(told('{\n  "a": "1"\n  "b": "2"\n}')).toBe('Línea 2, columna 8: Falta una coma.')
  expect(told('{"🚀": 1, b: 2}')).toBe(
    'Línea 1, columna 10: El nombre de cada campo va entre comillas.',
  )
})
