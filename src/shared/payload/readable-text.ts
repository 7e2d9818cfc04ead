/** The parts of a payload that a person can read, for a message without a template. Secrets stay out. */

import { decodedText } from '../body/encoded-text.ts'
import { isBlank } from '../message/clean-text.ts'
import { isUnfilled } from '../tradingview/unfilled.ts'
import { isSecret } from './key-names.ts'
import { isContainer, type Payload, valueText } from './payload.ts'

/** A readable value as text, and the dotted key by which a template reaches it. */
export type ReadableField = { key: string; text: string }

/** The readable values of a payload, in its order. A list of plain values is one value. */
export function* readableFields(payload: Payload, prefix = ''): Generator<ReadableField> {
  for (const [name, value] of Object.entries(payload)) {
    if (isSecret(name)) continue
    const key = prefix + name
    if (isContainer(value) && !isPlainList(value)) yield* readableFields(value, `${key}.`)
    else {
      const text = withoutSecrets(valueText(value))
      if (!isBlank(text) && !isUnfilled(text)) yield { key, text }
    }
  }
}

const isPlainList = (value: Payload): boolean =>
  Array.isArray(value) && value.length > 0 && !value.some(isContainer)

/** The keys under which programs put the text for a person, in any case; the first that has one counts. */
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

/** Empty for a value that is no text, a blank one, or one that the user did not fill in. */
export function plainText(value: unknown): string {
  if (typeof value !== 'string' || isUnfilled(value)) return ''
  const text = withoutSecrets(decodedText(value))
  return isBlank(text) ? '' : text.trim()
}

/** The text; where it is JSON itself, without the fields whose names say that they are secret. */
function withoutSecrets(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  let hasSecret = false
  try {
    const value: unknown = JSON.parse(text, (key, value, { source }) => {
      hasSecret ||= isSecret(key)
      if (isSecret(key)) return undefined
      return typeof value === 'number' ? JSON.rawJSON(source) : value
    })
    return hasSecret ? JSON.stringify(value).replace(/^\{\}$/, '') : text
  } catch {
    return text
  }
}
