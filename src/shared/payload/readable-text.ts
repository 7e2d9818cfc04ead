/** The parts of a payload that a person can read, for a message without a template. Secrets stay out. */

import { isBlank } from '../message/clean-text.ts'
import { isUnfilled } from '../tradingview/unfilled.ts'
import { isSecret } from './key-names.ts'
import { KeySpelling } from './key-spelling.ts'
import { isContainer, type Payload, valueAt, valueText } from './payload.ts'

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

/** The keys under which programs put the text for a person, in any case. */
export const textKeys: readonly string[] = ['text', 'message', 'msg', 'content', 'alert_message']

/**
 * The text that a payload has for a person: under one of `textKeys`, and in the embeds of Discord and
 * the attachments and blocks of Slack. Empty where there is none.
 */
export function readableText(payload: Payload): string {
  const spelling = new KeySpelling(payload)
  const at = (key: string) => valueAt(payload, spelling.of(key) ?? key)
  const text = textKeys.map(key => plainText(at(key))).find(found => found !== '') ?? ''
  const cards = [...objectsIn(at('embeds')), ...objectsIn(at('attachments'))]
  const parts = [text, ...cards.flatMap(cardTexts), ...blockTexts(at('blocks'))]
  return [...new Set(parts)].filter(part => part !== '').join('\n')
}

/** `card` is a Discord embed or a Slack attachment. */
function cardTexts(card: Payload): string[] {
  const texts = [card.pretext, card.title, card.description, card.text].map(plainText)
  const fields = objectsIn(card.fields).map(({ name, title, value }) =>
    [plainText(name) || plainText(title), plainText(value)].filter(part => part !== '').join(': '),
  )
  const shown = [...texts, ...fields, ...blockTexts(card.blocks)].filter(part => part !== '')
  return shown.length > 0 ? shown : [plainText(card.fallback)]
}

/** Slack's blocks keep their text under `text`, at any depth. */
function blockTexts(value: unknown): string[] {
  if (!isContainer(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'text' && typeof inner === 'string' ? plainText(inner) : blockTexts(inner),
  )
}

const objectsIn = (value: unknown): Payload[] =>
  Array.isArray(value) ? value.filter(isContainer) : []

/** Empty for a value that is no text, a blank one, or one that the user did not fill in. */
function plainText(value: unknown): string {
  if (typeof value !== 'string' || isUnfilled(value)) return ''
  const text = withoutSecrets(value)
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
