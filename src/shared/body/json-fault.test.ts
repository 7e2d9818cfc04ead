import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyFault, faultText, jsonFault } from './json-fault.ts'

/** Line of the fault, counted from 1, and its message. */
function told(text: string): string {
  const fault = jsonFault(text)
  return fault ? `${text.slice(0, fault.at).split('\n').length}: ${fault.message}` : 'fine'
}

describe('jsonFault', () => {
  it('accepts valid JSON', () => {
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
  ])('names the line and the sign: %j', (text, message) => {
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
    ['{"price": 67,432.50}', '1: Un número se escribe sin comas.'],
    ['{"a": 1,\u00a0"b": 2}', '1: Sobra un carácter que no se ve.'],
    ['{ // buy\n"a": 1}', '1: JSON no admite comentarios.'],
  ])('names the line and the spelling that JSON requires: %j', (text, message) => {
    expect(told(text)).toBe(message)
  })

  it('finds a fault exactly when JSON.parse refuses the text', () => {
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

describe('bodyFault', () => {
  const told = (body: string) => {
    const fault = bodyFault(body)
    return fault && faultText(body, fault)
  }

  it('counts lines and columns from 1, by code point', () => {
    expect(told('{\n  "a": "1"\n  "b": "2"\n}')).toBe('Línea 2, columna 8: Falta una coma.')
    expect(told('{"🚀": 1, b: 2}')).toBe(
      'Línea 1, columna 10: El nombre de cada campo va entre comillas.',
    )
  })

  it('finds the fault within a code fence or outer quotes', () => {
    expect(told('```json\n{"a": 1,}\n```')).toBe('Línea 2, columna 8: Sobra la última coma.')
    expect(told('"{"a": 1,}"')).toBe('Línea 1, columna 9: Sobra la última coma.')
  })

  it('finds no fault in an escaped object or a form', () => {
    expect(told('"{\\"a\\":1}"')).toBeUndefined()
    expect(told('symbol=BTC&side=buy')).toBeUndefined()
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
