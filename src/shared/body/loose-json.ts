/** The pieces of JSON that was typed by hand: names, quotes, fields, placeholders, comments and words. */

export type Bracket = '{' | '['

/** Patterns of the next field or list element; a value ends where a separator and then a match follow. */
export type Next = { field: RegExp; element: RegExp }
/**
 * `name` matches the next field's name; without a comma it must begin a line. `half` matches a field whose value lost its
 * opening quote; an odd number of quotes before it means that it belongs to the value.
 */
export type NextInStyle = Next & { name: RegExp; half: RegExp }

export const DOUBLE = '"“”„«»'
const SINGLE = "'‘’‚"
/** Separator of fields, and the semicolon, a common mistake for it. */
export const SEPARATORS = ',;'
/** White space and invisible characters. */
const SPACES = String.raw`[\s\p{DI}]*`
const name = {
  double: String.raw`[${DOUBLE}](?:\\.|[^\\${DOUBLE}]){0,200}[${DOUBLE}]`,
  single: String.raw`[${SINGLE}](?:\\.|[^\\${SINGLE}]){0,200}[${SINGLE}]`,
  /** Name without its opening quote. */
  half: String.raw`[\p{L}_$][\p{L}\p{N}_$.\-]{0,200}[${DOUBLE}]`,
  bare: String.raw`[\p{L}_$][\p{L}\p{N}_$.\-]{0,200}`,
}
const ANY_NAME = `(?:${name.double}|${name.single}|${name.half}|${name.bare})`
const COLON = `${SPACES}:(?!//)`
/** Opening quote or bracket, or unquoted text up to a comma, closing bracket or line end, without any quote. */
const BEGINNING_OF_VALUE = String.raw`${SPACES}(?:[${DOUBLE}${SINGLE}{[]|[^,}\]"'\n]*(?:[,}\]\n]|$))`
/** A word and a closing quote, whose opening quote is missing. */
const BEGINNING_OF_HALF_VALUE = String.raw`${SPACES}[^\s,}\]"'{[]+"${SPACES}(?:[,}\]\n]|$)`

const sticky = (pattern: string) => new RegExp(pattern, 'uy')
/** A field, or the opening quote and beginning of its name if the text is cut off there. */
const field = (ofName: string, value = '') =>
  sticky(String.raw`(?:${ofName}${COLON}${value}|["'][^"'{}[\]:,]*$)`)
const element = sticky(String.raw`[${DOUBLE}${SINGLE}{[\d\-]|(?:true|false|null)\b`)
const next = (ofName: string): NextInStyle => ({
  field: field(ofName, BEGINNING_OF_VALUE),
  name: field(ofName),
  half: field(ofName, BEGINNING_OF_HALF_VALUE),
  element,
})

/** How the next field may begin, by the quotes of the object's first name. Names that lost a quote count too. */
export const nextByStyle = {
  double: next(`(?:${name.double}|${name.half})`),
  single: next(name.single),
  bare: next(`(?:${name.half}|${name.bare}|${name.double})`),
} satisfies Record<string, NextInStyle>
export type Style = keyof typeof nextByStyle
export const likely: Next = { field: field(ANY_NAME), element: sticky('.') }

export const NAME = sticky(`(${ANY_NAME})${SPACES}:`)
/** Name at which the text is cut off. Its parts cannot overlap, so that much white space is scanned only once. */
export const CUT_OFF_NAME = sticky(String.raw`["']?([^"'{}[\]:,]*)(?:["']\s*)?$`)
export const SPACE = sticky(SPACES)
export const AFTER_THE_END = sticky(String.raw`[\s\p{DI}}\],;]*$`)
export const PLACEHOLDER = sticky(String.raw`\{\{[^{}\n]*\}\}|\{[\p{L}_][\p{L}\p{N}_.]*\}`)
/** A word that lost its opening quote. */
export const HALF_VALUE = new RegExp(String.raw`^([^\s${DOUBLE}]+)[${DOUBLE}]$`)
/** A field within a value: the value should have ended before it. */
const SWALLOWED = /[,;{\n][ \t]*"[^"\\{}\n:,]{1,60}"\s*:\s*(?:["[{]|-?\d|true\b|false\b|null\b)/
/** The field behind a comment that lost its line feed. */
export const BEHIND_COMMENT = /"[^"\n]{1,100}"\s*:\s*(?:["[{]|-?\d|true\b|false\b|null\b)/
export const FIELD_IN_COMMENT = /^\/\/\s*"[^"\n]{1,100}"\s*:/
/** A name in a comment without line feed: nothing shows where the comment ends and the next field begins. */
export const NAME_IN_COMMENT = new RegExp(
  String.raw`(?<![\p{L}\p{N}_$.\-])${name.bare}[ \t]*:(?!//)`,
  'u',
)
export const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i
export const words = new Map([
  ...['true', 'True', 'TRUE'].map(word => [word, 'true'] as const),
  ...['false', 'False', 'FALSE'].map(word => [word, 'false'] as const),
  ...['null', 'None', 'undefined', 'na', 'NaN', 'nan'].map(word => [word, 'null'] as const),
  ...['Infinity', '+Infinity', '-Infinity'].map(word => [word, 'null'] as const),
])

export const closing = (bracket: Bracket | undefined): string => (bracket === '[' ? ']' : '}')

export function styleOf(quote: string): Style {
  if (DOUBLE.includes(quote)) return 'double'
  return SINGLE.includes(quote) ? 'single' : 'bare'
}

/** Length of a text without the closing brackets, separators and white space at its end. */
export function lengthBeforeClosing(text: string): number {
  let length = text.length
  while (length > 0 && /[\s}\],;]/.test(text.charAt(length - 1))) length -= 1
  return length
}

/** Whether a value holds a field outside of its brackets, which JSON in a string may have. */
export function swallowsField(value: string): boolean {
  if (!SWALLOWED.test(value)) return false
  let depth = 0
  let outside = ''
  for (const character of value) {
    if ('}]'.includes(character)) depth = Math.max(0, depth - 1)
    if (depth === 0) outside += character
    if ('{['.includes(character)) depth += 1
  }
  return SWALLOWED.test(outside)
}
