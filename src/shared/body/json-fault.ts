import { formatNumber, truncate } from '../format.ts'
import { MAX_PAYLOAD_DEPTH } from '../payload/payload.ts'
import { unwrap } from './unwrap.ts'

export interface JsonFault {
  /** Where the error begins, in code units. */
  at: number
  /** The error, in Spanish. */
  message: string
  /** The word that the message quotes, cut after 200 code units. */
  word?: string
}

type Expected =
  | 'value'
  | 'value or end'
  | 'key'
  | 'key or end'
  | 'colon'
  | 'comma or end'
  | 'nothing'

const WITHIN_STRING = String.raw`(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*`
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?`
const TOKEN = new RegExp(
  String.raw`[{}[\]:,]|"${WITHIN_STRING}"|(?:true|false|null|${NUMBER})(?![\w.+\-])`,
  'uy',
)
const STRING_HEAD = new RegExp(`"${WITHIN_STRING}`, 'uy')
const SPACE = /[ \t\n\r]*/y
/** Characters of the input that a message quotes. */
const SHOWN_LENGTH = 30

/** The message for valid JSON that is nested too deep for a payload. */
export const TOO_DEEP = `Tiene más de ${MAX_PAYLOAD_DEPTH} niveles, unos dentro de otros.`

/** First syntax error of a JSON text; undefined if it is valid. */
export function jsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  /** Span of the previous token. */
  let start = 0
  let end = 0

  const close = () => {
    open.pop()
    expected = afterValue()
  }
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end')

  for (;;) {
    const at = end + lengthAt(SPACE, text, end)
    if (at === text.length) {
      if (expected === 'nothing') return undefined
      if (text.trim() === '') return { at: 0, message: 'No hay nada escrito.' }
      return { at: start, message: `Falta cerrar con «${closing(open.at(-1))}».` }
    }
    const token = text.slice(at, at + lengthAt(TOKEN, text, at))
    const fault = (message: string, place = at) => ({ at: place, message })
    const inside = open.at(-1)

    if (expected === 'nothing') return fault('Sobra lo que hay detrás del final.')
    if (expected === 'colon') {
      if (token !== ':') return fault('Faltan los dos puntos detrás del nombre.', start)
      expected = 'value'
    } else if (expected === 'comma or end') {
      if (token === ',') expected = inside === '{' ? 'key' : 'value'
      else if (token === closing(inside)) close()
      else if (token === '}' || token === ']')
        return fault(`Aquí se cierra con «${closing(inside)}».`)
      else if (token === ':') return fault('Sobran los dos puntos.')
      else if (at === end && text[start] === '"') return fault(INNER_QUOTES, start)
      else return fault('Falta una coma.', start)
    } else if (token === '') {
      return { at, ...unreadable(text.slice(at), expected) }
    } else if (expected === 'key' || expected === 'key or end') {
      if (token.startsWith('"')) expected = 'colon'
      else if (token === '}' && expected === 'key or end') close()
      else if (token === '}') return fault('Sobra la última coma.', start)
      else if (token === ',') return fault('Sobra una coma.')
      else if (expected === 'key' && /^\d/.test(token))
        return fault('Un número se escribe sin comas.')
      else return fault('El nombre de cada campo va entre comillas.')
    } else if (token === '{') {
      open.push('{')
      expected = 'key or end'
    } else if (token === '[') {
      open.push('[')
      expected = 'value or end'
    } else if (token === ']' && expected === 'value or end') close()
    else if (token === ']' && text[start] === ',') return fault('Sobra la última coma.', start)
    else if ('}]:,'.includes(token)) return fault('Falta un valor.', start)
    else expected = afterValue()

    start = at
    end = at + token.length
  }
}

/** The first syntax error of a body that was meant to be a JSON object. */
export function bodyFault(body: string): JsonFault | undefined {
  const { text, at } = unwrap(body)
  if (at === undefined || !text.startsWith('{')) return undefined
  const fault = jsonFault(text)
  return fault && { ...fault, at: at + fault.at }
}

/** Fault with its position: «Línea 3, columna 12: Falta una coma.» */
export function faultText(text: string, { at, message }: JsonFault): string {
  const lines = text.slice(0, at).split('\n')
  const column = [...(lines.at(-1) ?? '')].length + 1
  return `Línea ${formatNumber(lines.length)}, columna ${formatNumber(column)}: ${message}`
}

const INNER_QUOTES = 'Dentro de un texto, las comillas se escriben \\".'

const closing = (opened: '{' | '[' | undefined): string => (opened === '[' ? ']' : '}')

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** The error of the text `rest`, which does not begin with a token of JSON. */
function unreadable(rest: string, expected: Expected): Omit<JsonFault, 'at'> {
  if (rest.startsWith('"')) return { message: unclosed(rest) }
  if (/^[\s\p{DI}]/u.test(rest)) return { message: 'Sobra un carácter que no se ve.' }
  if (/^\/[/*]/.test(rest)) return { message: 'JSON no admite comentarios.' }
  if (/^['‘’“”«]/.test(rest)) return { message: 'Las comillas son las rectas y dobles: ".' }
  if (expected.startsWith('key')) return { message: 'El nombre de cada campo va entre comillas.' }
  const [word] = /^[^\s,:[\]{}"]*/.exec(rest) ?? ['']
  return { message: unquoted(word), word: word.slice(0, 200) }
}

export const unquoted = (word: string): string =>
  `«${truncate(word, SHOWN_LENGTH)}» va entre comillas.`

/** Error message for the text `rest`, which begins with a string that does not end. */
function unclosed(rest: string): string {
  const next = rest.charAt(lengthAt(STRING_HEAD, rest, 0))
  if (next === '\\') return 'Dentro de un texto, la barra invertida se escribe doble: \\\\.'
  if (next === '\t') return 'Dentro de un texto, el tabulador se escribe \\t.'
  return 'Falta cerrar unas comillas.'
}
