/** Human-readable text of a payload, formatted as its sender formatted it. */

import { isSecret } from '../payload/key-names.ts'
import { KeySpelling } from '../payload/key-spelling.ts'
import { isContainer, type Payload, valueAt } from '../payload/payload.ts'
import { plainText, textKeys } from '../payload/readable-text.ts'
import type { IsHidden } from '../payload/secrets-in-text.ts'
import { parseHtml } from './markup/html.ts'
import { parseMarkdown } from './markup/markdown.ts'
import { Slots } from './markup/slots.ts'
import { joinMessages, plainMessage, type RichMessage } from './rich-message.ts'

type Markup = 'plain' | 'markdown' | 'html'
type Part = { text: string; markup: Markup }

/** Maximum number of texts read from a payload; a card with more is not a message. */
const MAX_PARTS = 200

/**
 * Human-readable text of a payload: under `textKeys`, with its title, and in the cards of Discord, Slack, Teams and
 * Feishu, formatted as those programs and Telegram would. Empty if the payload has no such text.
 */
export function ownText(payload: Payload, isHidden: IsHidden = isSecret): RichMessage {
  const seen = new Set<string>()
  const messages = partsOf(payload, isHidden)
    .slice(0, MAX_PARTS)
    .map(formatted)
    .filter(({ text }) => text !== '' && !seen.has(text) && seen.add(text))
  return joinMessages(messages, '\n')
}

/** Texts under the top-level `notes` and `textKeys`, in that order; `from`: the key as the payload spells it. */
export function ownTexts(
  payload: Payload,
  isHidden: IsHidden = isSecret,
): { from: string; text: string }[] {
  const found: { from: string; text: string; place: number }[] = []
  for (const from of Object.keys(payload)) {
    const value = from.length <= LONGEST_KEY ? payload[from] : undefined
    const place = typeof value === 'string' ? PLACES.get(from.toLowerCase()) : undefined
    const text = place === undefined || isHidden(from) ? '' : plainText(value, isHidden)
    if (place !== undefined && text !== '') found.push({ from, text, place })
  }
  return found.length < 2 ? found : found.sort((one, other) => one.place - other.place)
}

const LONGEST_KEY = Math.max(...textKeys.map(({ length }) => length))
const PLACES = new Map(['notes', ...textKeys].map((key, place) => [key, place]))

/** Keys under which other programs' message cards are found: a single card, and lists of cards. */
const CARDS = ['card', 'markdown']
const LISTS_OF_CARDS = ['embeds', 'attachments', 'blocks', 'cards', 'cardsV2', 'sections']

function partsOf(payload: Payload, isHidden: IsHidden): Part[] {
  const spelling = new KeySpelling(payload)
  const at = (key: string) =>
    isHidden(key) ? undefined : valueAt(payload, spelling.of(key) ?? key)
  const cardParts = (value: unknown) => partsOfCard(value, isHidden)
  const plain = (value: unknown) => plainText(value, isHidden)
  const cards = [
    ...CARDS.map(at),
    ...LISTS_OF_CARDS.map(at).filter(list => Array.isArray(list)),
  ].flatMap(cardParts)
  const mode = markupNamed(at('parse_mode')) ?? (cards.length > 0 ? 'markdown' : undefined)
  const texts = [...textKeys, 'caption'].flatMap((key): Part[] => {
    const value = at(key)
    if (isContainer(value)) return cardParts(value)
    const text = plain(value)
    // Only Discord uses `content`, for Markdown.
    return text === '' ? [] : [{ text, markup: mode ?? (key === 'content' ? 'markdown' : 'plain') }]
  })
  const title = plain(at('title'))
  const parts = [...texts, ...cards]
  return title === '' || parts.length === 0 ? parts : [{ text: title, markup: 'plain' }, ...parts]
}

/** The markup that Telegram's `parse_mode` names. */
function markupNamed(mode: unknown): Markup | undefined {
  const name = typeof mode === 'string' ? mode.toLowerCase() : ''
  if (name === 'html') return 'html'
  return name.startsWith('markdown') ? 'markdown' : undefined
}

/** Keys of the texts of a card, and (`LABELS`) of the label in a two-column row. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['pretext', 'title', 'activitytitle', 'activitysubtitle', 'subtitle', 'header'],
  ...['text', 'content', 'description', 'summary'],
])
const LABELS = ['name', 'title', 'key', 'topLabel']
/** Interactive elements; their texts are skipped, since they are not about the market. */
const PRESSED = /^(?:action|actions|button|buttons|potentialaction|accessory)$/i

/**
 * Texts and two-column rows of a message card (Teams, Slack, Discord) in their order, at any depth, without hidden keys
 * and interactive elements.
 */
function partsOfCard(value: unknown, isHidden: IsHidden): Part[] {
  if (Array.isArray(value)) return value.flatMap(one => partsOfCard(one, isHidden))
  if (!isContainer(value) || PRESSED.test(tagOf(value))) return []
  const row = rowOf(value, isHidden)
  if (row !== undefined) return [row]
  const markup = /^plain/.test(tagOf(value)) ? 'plain' : 'markdown'
  const parts = Object.entries(value).flatMap(([key, inner]): Part[] => {
    if (isHidden(key) || PRESSED.test(key)) return []
    if (isContainer(inner)) return partsOfCard(inner, isHidden)
    const text = TEXTS.has(key.toLowerCase()) ? plainText(inner, isHidden) : ''
    return text === '' ? [] : [{ text, markup }]
  })
  const fallback = parts.length > 0 ? '' : plainText(value.fallback, isHidden)
  return fallback === '' ? parts : [{ text: fallback, markup }]
}

/** Text of a field or a fact, such as «Precio: 1.10». */
function rowOf(value: Payload, isHidden: IsHidden): Part | undefined {
  const text = plainText(value.value, isHidden)
  if (text === '') return undefined
  const label = LABELS.map(key => plainText(value[key], isHidden)).find(found => found !== '')
  if (label !== undefined && isHidden(label)) return undefined
  return { text: label === undefined ? text : `${label}: ${text}`, markup: 'markdown' }
}

const tagOf = ({ tag, type }: Payload): string =>
  typeof tag === 'string' ? tag : typeof type === 'string' ? type : ''

function formatted({ text, markup }: Part): RichMessage {
  if (markup === 'html' || /<br\s*\/?>|<p>/i.test(text))
    return parseHtml(asMarkup(text), new Slots())
  if (markup === 'plain') return plainMessage(text)
  return parseMarkdown(withPlainLinks(asMarkup(text)), new Slots())
}

/** Slack's `<https://x.es|ver>` as Markdown. */
const withPlainLinks = (text: string): string =>
  text
    .replace(/<(https?:\/\/[^\s<>|]+)\|([^<>\n]+)>/g, '[$2]($1)')
    .replace(/<(https?:\/\/[^\s<>|]+)>/g, '$1')

/** Normalises a text for the parsers; well-formed, so that it cannot contain the mark of a slot. */
const asMarkup = (text: string): string => text.toWellFormed().replace(/\r\n?/g, '\n')
