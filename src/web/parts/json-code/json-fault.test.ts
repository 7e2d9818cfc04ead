import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonFault } from './json-fault.ts'

/** The line, counted from 1, and what is wrong there. */
function told(text: string): string {
  const fault = jsonFault(text)
  return fault ? `${text.slice(0, fault.at).split('\n').length}: ${fault.message}` : 'fine'
}

describe('what keeps a text from being JSON', () => {
  it('is nothing when it is', () => {
    expect(told('{"symbol": "BTC", "list": [1, -2.5e3, {}, []], "ok": true, "none": null}')).toBe(
      'fine',
    )
    expect(told(' "text" ')).toBe('fine')
  })

  it.each([
    ['{\n  "a": "1"\n  "b": "2"\n}', '2: Falta una coma.'],
    ['{\n  "a": "1",\n  "b": "2",\n}', '3: Sobra la última coma.'],
    ['[\n  1,\n]', '2: Sobra la última coma.'],
    ['{\n  "a": "1",,\n}', '2: Sobra una coma.'],
    ['{\n  "a" "1"\n}', '2: Faltan los dos puntos detrás del nombre.'],
    ['{\n  "a": ,\n}', '2: Falta un valor.'],
    ['{\n  "a":: "1"\n}', '2: Falta un valor.'],
    ['{"a": "1": "2"}', '1: Sobran los dos puntos.'],
    ['{\n  "a": "1"\n', '2: Falta cerrar con «}».'],
    ['[1, 2', '1: Falta cerrar con «]».'],
    ['{"a": [1, 2}', '1: Aquí se cierra con «]».'],
    ['{"a": 1}\n}', '2: Sobra lo que hay detrás del final.'],
    ['  \n', '1: No hay nada escrito.'],
  ])('is the place and the sign: %j', (text, message) => {
    expect(told(text)).toBe(message)
  })

  it.each([
    ['{\n  "a": "1,\n  "b": "2"\n}', '2: Falta cerrar unas comillas.'],
    ['{"note": "Take "TP1" now"}', '1: Dentro de un texto, las comillas se escriben \\".'],
    ['{"path": "C:\\dir"}', '1: Dentro de un texto, la barra invertida se escribe doble: \\\\.'],
    ['{"a": "x\ty"}', '1: Dentro de un texto, el tabulador se escribe \\t.'],
    ["{'a': 1}", '1: Las comillas son las rectas y dobles: ".'],
    ['{"a": “1”}', '1: Las comillas son las rectas y dobles: ".'],
    ['{a: 1}', '1: El nombre de cada campo va entre comillas.'],
    ['{1: 1}', '1: El nombre de cada campo va entre comillas.'],
    ['{"side": buy}', '1: «buy» va entre comillas.'],
    ['{"price": NaN}', '1: «NaN» va entre comillas.'],
    ['{"price": 1.2.3}', '1: «1.2.3» va entre comillas.'],
  ])('may be about quotes: %j', (text, message) => {
    expect(told(text)).toBe(message)
  })

  it('is found exactly where the engine refuses the text', () => {
    const piece = fc.constantFrom(
      ...['{', '}', '[', ']', ':', ',', '"a"', '"', '\\', '\\n', ' ', '\n', '1', '-', '01', '1e5'],
      ...['.', 'true', 'nul', '\u007f', '\u0001', '\ud800', 'ñ'],
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join('')),
      fc.tuple(fc.json(), fc.nat(), piece).map(([json, place, put]) => {
        const at = place % (json.length + 1)
        return json.slice(0, at) + put + json.slice(at)
      }),
    )
    fc.assert(
      fc.property(text, json => {
        expect(jsonFault(json) === undefined).toBe(isJson(json))
      }),
      { numRuns: 5_000 },
    )
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
