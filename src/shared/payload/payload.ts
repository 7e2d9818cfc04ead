import { MAX_NAME_LENGTH } from '../limits.ts'

/** A JSON object whose numbers keep their text: `1.10` stays `1.10`. */
export type Payload = { readonly [key: string]: unknown }

/** Deeper nesting is refused, so that no recursion over a payload overflows the stack. */
export const MAX_PAYLOAD_DEPTH = 100

/** A text without a match has no numbers, and is parsed three times as fast. */
const NUMBER = /[:,[]\s*[-\d]/

const numberAsWritten = (_key: string, value: unknown, { source }: { source: string }): unknown =>
  typeof value === 'number' ? JSON.rawJSON(source) : value

/** @throws SyntaxError if the text is not a JSON object or is nested deeper than 100. */
export function parsePayload(json: string): Payload {
  if (depth(json) > MAX_PAYLOAD_DEPTH)
    throw new SyntaxError(`JSON nested deeper than ${MAX_PAYLOAD_DEPTH}`)
  const value = NUMBER.test(json) ? JSON.parse(json, numberAsWritten) : JSON.parse(json)
  if (!isContainer(value) || Array.isArray(value)) throw new SyntaxError('not a JSON object')
  return value
}

/** Key that holds the list, if the body is a list of objects. */
export const LIST_KEY = 'alerts'

/** Maximum number of objects of a list that become part of a message. */
export const MAX_LISTED = 10

/** Objects of a body that is a list; undefined for any other payload. */
export function listedIn(payload: Payload): readonly Payload[] | undefined {
  const list = Object.hasOwn(payload, LIST_KEY) ? payload[LIST_KEY] : undefined
  if (!Array.isArray(list) || list.length === 0 || Object.keys(payload).length > 1) return undefined
  return list.every(one => isContainer(one) && !Array.isArray(one)) ? list : undefined
}

/** The payload's value at a key or dotted path. A key that itself contains the dots wins. */
export function valueAt(payload: Payload, key: string): unknown {
  if (Object.hasOwn(payload, key)) return payload[key]
  let value: unknown = payload
  for (const step of key.split('.')) {
    if (!isContainer(value) || !Object.hasOwn(value, step)) return undefined
    value = value[step]
  }
  return value
}

/**
 * Keys of all values in the payload's order, dotted if nested; a list is a value. Keys longer than a name may be
 * are left out with everything below them: in a deep payload they would together be many times its size.
 */
export function keysOf(payload: Payload, prefix = ''): string[] {
  return Object.entries(payload).flatMap(([name, value]) => {
    const key = prefix + name
    if (key.length > MAX_NAME_LENGTH) return []
    return isContainer(value) && !Array.isArray(value) ? keysOf(value, `${key}.`) : [key]
  })
}

/** The text of a value in a message: null is empty, numbers as written, objects and arrays compact JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return JSON.stringify(value)
}

/** Whether the value is the number zero, in any notation (`0.0`, `-0`, `0e5`). */
export function isZero(value: unknown): boolean {
  return JSON.isRawJSON(value) ? /^-?0(\.0+)?(e[+-]?\d+)?$/i.test(value.rawJSON) : value === 0
}

export function isContainer(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value)
}

function depth(json: string): number {
  let open = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    if (character === '"') inString = !inString
    else if (inString) index += character === '\\' ? 1 : 0
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++open)
    else if (character === '}' || character === ']') open -= 1
  }
  return deepest
}
