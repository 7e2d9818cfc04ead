import { saysNothing } from '../message/clean-text.ts'
import { withoutSecrets } from '../message/without-secrets.ts'
import { GENERATOR_TOKEN } from '../tradingview/generator-token.ts'
import { Spelling } from './key-spelling.ts'
import { isContainer, type Payload, valueAt } from './payload.ts'

/** Where programs put what people are to read, in any case. */
export const textKeys: readonly string[] = ['text', 'message', 'msg', 'content', 'alert_message']

/**
 * What a payload says as a text of its own: under one of those keys, and in what Discord and Slack
 * show beside it. Empty where it has none.
 */
export function ownText(payload: Payload): string {
  const spelling = new Spelling(payload)
  const at = (key: string) => valueAt(payload, spelling.of(key) ?? key)
  const text = textKeys.map(key => said(at(key))).find(found => found !== '') ?? ''
  const cards = [...objectsIn(at('embeds')), ...objectsIn(at('attachments'))]
  const parts = [text, ...cards.flatMap(cardTexts), ...textsIn(at('blocks'))]
  return [...new Set(parts)].filter(part => part !== '').join('\n')
}

/** One of Discord's embeds or of Slack's attachments. */
function cardTexts(card: Payload): string[] {
  const texts = [card.pretext, card.title, card.description, card.text].map(said)
  const fields = objectsIn(card.fields).map(({ name, title, value }) =>
    [said(name) || said(title), said(value)].filter(part => part !== '').join(': '),
  )
  const shown = [...texts, ...fields, ...textsIn(card.blocks)].filter(part => part !== '')
  return shown.length > 0 ? shown : [said(card.fallback)]
}

/** Slack's blocks say all that they say under `text`, however deep. */
function textsIn(value: unknown): string[] {
  if (!isContainer(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'text' && typeof inner === 'string' ? said(inner) : textsIn(inner),
  )
}

const objectsIn = (value: unknown): Payload[] =>
  Array.isArray(value) ? value.filter(isContainer) : []

/** Nothing, where it is no text or one that nobody wrote. */
function said(value: unknown): string {
  if (typeof value !== 'string' || value.startsWith(GENERATOR_TOKEN)) return ''
  const text = withoutSecrets(value)
  return saysNothing(text) ? '' : text.trim()
}
