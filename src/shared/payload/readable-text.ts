/** Human-readable parts of a payload, for a message without a template. Secrets are left out. */

import { decodedText } from '../body/encoded-text.ts'
import { isBlank } from '../message/clean-text.ts'
import { isUnfilled, withoutUnfilledLines } from '../tradingview/unfilled.ts'
import { isSecret } from './key-names.ts'
import { isContainer, type Payload, valueText } from './payload.ts'
import { type IsHidden, withoutNamedSecrets } from './secrets-in-text.ts'

/** A readable value as text, and the dotted key by which a template refers to it. */
export type ReadableField = { key: string; text: string }

/** The readable values of a payload, in its order. A list of plain values is one value. */
export function* readableFields(
  payload: Payload,
  isHidden: IsHidden = isSecret,
): Generator<ReadableField> {
  const levels = [levelOf(payload, '', isHidden)]
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const [name, value] = level.entries.next().value ?? []
    if (name === undefined) levels.pop()
    else if (!isHidden(name) && !(level.namesHidden && name === 'value')) {
      const key = level.prefix + name
      if (isContainer(value) && !isPlainList(value))
        levels.push(levelOf(value, `${key}.`, isHidden))
      else {
        const text = withoutSecrets(valueText(value), isHidden)
        if (!isBlank(text) && !isUnfilled(text)) yield { key, text }
      }
    }
  }
}

/** One level of the traversal. Nested generators would pass each value through every level. */
const levelOf = (payload: Payload, prefix: string, isHidden: IsHidden) => ({
  prefix,
  entries: Object.entries(payload).values(),
  namesHidden: namesHidden(payload, isHidden),
})

const isPlainList = (value: Payload): boolean =>
  Array.isArray(value) && value.length > 0 && !value.some(isContainer)

/** Keys under which programs put human-readable text, compared without case, most preferred first. */
export const textKeys: readonly string[] = [
  'message',
  'comment',
  'text',
  'content',
  'description',
  'reason',
  'alert_message',
  'order_comment',
  'msg',
]

/** Trimmed text of a value, without secrets; empty if the value is blank, unfilled or not a string. */
export function plainText(value: unknown, isHidden: IsHidden = isSecret): string {
  if (typeof value !== 'string' || isUnfilled(value)) return ''
  const text = withoutSecrets(withoutUnfilledLines(decodedText(value)), isHidden)
  return isBlank(text) ? '' : text.trim()
}

/** Removes secrets from a text; if the text is JSON, their names too. */
export function withoutSecrets(text: string, isHidden: IsHidden = isSecret): string {
  if (!/^\s*[[{]/.test(text)) return withoutNamedSecrets(text, isHidden)
  let hasSecret = false
  try {
    const value: unknown = JSON.parse(text, (key, value, { source }) => {
      hasSecret ||= isHidden(key)
      if (isHidden(key)) return undefined
      return typeof value === 'number' ? JSON.rawJSON(source) : value
    })
    const rest = hasSecret ? JSON.stringify(value).replace(/^\{\}$/, '') : text
    return withoutNamedSecrets(rest, isHidden)
  } catch {
    return withoutNamedSecrets(text, isHidden)
  }
}

/** Removes fields with hidden names, and secrets in texts. Returns the same value if there are no such parts. */
export function withoutHidden(value: unknown, isHidden: IsHidden): unknown {
  if (typeof value === 'string')
    return /[[{:=：]/.test(value) ? withoutSecrets(value, isHidden) : value
  if (!isContainer(value)) return value
  if (Array.isArray(value)) {
    const shown = value.map(one => withoutHidden(one, isHidden))
    return shown.some((one, index) => one !== value[index]) ? shown : value
  }
  const entries = Object.entries(value)
  const isNamed = namesHidden(value, isHidden)
  const shown = entries.flatMap(([name, inner]) =>
    isHidden(name) || (isNamed && name === 'value')
      ? []
      : [[name, withoutHidden(inner, isHidden)] as const],
  )
  const isSame =
    shown.length === entries.length && shown.every(([, one], index) => one === entries[index]?.[1])
  return isSame ? value : Object.fromEntries(shown)
}

/** Whether an object is a named field whose name is hidden: `{"name": "apiKey", "value": …}`. */
const namesHidden = (value: Payload, isHidden: IsHidden): boolean =>
  Object.hasOwn(value, 'value') &&
  [value.name, value.title, value.key].some(label => typeof label === 'string' && isHidden(label))
