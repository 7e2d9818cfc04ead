import { memoize } from '../memoize.ts'
import { valueText } from '../payload/payload.ts'
import { isBlank } from './clean-text.ts'
import { markedMarkup, unmarked, type WhenMissing, withoutGaps, withShownGaps } from './gaps.ts'
import { isHtml, parseHtml } from './markup/html.ts'
import { parseMarkdown } from './markup/markdown.ts'
import { Slots } from './markup/slots.ts'
import { maskConnectionId } from './mask-connection-id.ts'
import type { RichMessage } from './rich-message.ts'
import type { ShownValue } from './template/apply-filters.ts'
import { decideBlocks, withoutTags } from './template/conditionals.ts'
import { PlaceholderValues, type ValueSources } from './template/placeholder-values.ts'
import { synonymsOf } from './template/synonyms.ts'
import {
  type PlaceholderToken,
  type TemplateToken,
  templateTokens,
} from './template/template-tokens.ts'

export type FillContext = ValueSources & {
  /** The webhook's secret, which is masked in the message. */
  connectionId?: string
  /** The template's choice for placeholders without a value; `line` by default. */
  whenMissing?: WhenMissing
  /** Whether to append the alert's own text if the template does not show it; true by default. */
  addsText?: boolean
  /** For a preview: keeps the gaps in the text, between the marks of `shownGaps`. */
  showsGaps?: boolean
}

/** A key without a value of its own, and the payload key whose value it took. */
export type Taken = { key: string; from: string }

export type Filled = {
  message: RichMessage
  /** Keys with neither a value nor a default. */
  missing: string[]
  taken: Taken[]
  /** Payload keys of the placeholders, dotted if nested; missing keys as the template writes them. Empty for a list. */
  used: string[]
  /** False if the template asks the body for values and the body has no suitable one. */
  fits: boolean
}

/**
 * Code units. Longer values are cut, and the message ends once all values together reach this size: a short
 * template can ask for a large value many times.
 */
const MAX_INSERTED = 131_072

/** Fills a template with a payload. Never throws, whatever the payload. */
export function fillTemplate(template: string, context: FillContext): Filled {
  const { parse, tokens } = readTemplate(template)
  const values = new PlaceholderValues(context)
  const decided = [...decideBlocks(tokens, key => values.isTrue(key))]
  const { markup, slots, hasGaps } = insertValues(decided, values, context.whenMissing ?? 'line')
  const parsed = parse(markup, slots)
  const closed = !hasGaps ? parsed : (context.showsGaps ? withShownGaps : withoutGaps)(parsed)
  const message = maskConnectionId(closed, context.connectionId ?? '')
  const { keys, missing } = placeholderKeys(decided, values)
  const taken = keys.flatMap(key => {
    const from = values.sourceOf(key)
    return from === undefined ? [] : { key, from }
  })
  const used = keys.map(key => values.sourceOf(key) ?? key)
  return { message, missing, taken, used, fits: fits(keys, values, message) }
}

/** Cache size in code units of templates; many alerts share one. */
const ROOM = 262_144

const readTemplate = memoize(
  template => ({
    parse: isHtml(template) ? parseHtml : parseMarkdown,
    tokens: templateTokens(asMarkup(template)) as readonly TemplateToken[],
  }),
  ROOM,
)

/**
 * Keys of the placeholders without duplicates, excluding blocks whose condition is not met; `missing` are the keys
 * with neither a value nor a default.
 */
function placeholderKeys(decided: readonly TemplateToken[], values: PlaceholderValues) {
  const keys = new Set<string>()
  const missing = new Set<string>()
  for (const token of decided) {
    if (token.kind !== 'value') continue
    keys.add(token.key)
    if (values.isMissing(token)) missing.add(token.key)
  }
  return { keys: [...keys], missing: [...missing] }
}

function fits(keys: readonly string[], values: PlaceholderValues, message: RichMessage): boolean {
  const asked = keys.filter(key => values.isFromBody(key))
  if (asked.length === 0) return true
  // Weak values count only if the template asks for no others: else the alert's own message says more.
  const others = asked.filter(key => !isWeak(key, values))
  const fromBody = others.length === 0 ? asked : others
  if (fromBody.some(key => !isBlank(valueText(values.at(key))))) return true
  return message.text !== '' && fromBody.every(key => values.at(key) !== undefined)
}

/**
 * Whether a value is too weak to make the template fit: for `notes`, the alert's text under another key; for
 * `side`, a value recognised only by its word.
 */
function isWeak(key: string, values: PlaceholderValues): boolean {
  const from = values.sourceOf(key)?.toLowerCase()
  if (from === undefined) return false
  const name = key.toLowerCase()
  return name === 'notes' || (name === 'side' && !from.includes('.') && !SIDES.has(from))
}

const SIDES: ReadonlySet<string> = new Set(['side', ...synonymsOf('side')])

/** A placeholder's markup, and how much of `MAX_INSERTED` it uses. */
type Insertion = { markup: string; size: number }

function insertValues(
  decided: readonly TemplateToken[],
  values: PlaceholderValues,
  whenMissing: WhenMissing,
) {
  const left = withoutTags(decided)
  const shownOf = shownOnce(values)
  const hasGaps =
    whenMissing === 'line' && left.some(token => token.kind === 'value' && isGap(shownOf(token)))
  const slots = new Slots({ isMarked: hasGaps })
  const insertions = new Map<string, Insertion>()
  const written = (text: string) => (hasGaps ? unmarked(text) : text)

  function insertionOf(token: PlaceholderToken): Insertion {
    const { source, raw } = token
    const shown = shownOf(token)
    if (shown === undefined || (hasGaps && isGap(shown))) {
      return { markup: slots.add({ text: source, isPlaceholder: true }), size: source.length }
    }
    const { time } = shown
    const text = shown.text.slice(0, MAX_INSERTED)
    if (!raw || time !== undefined)
      return { markup: slots.add({ text, isPlaceholder: false, time }), size: text.length }
    const markup = written(asMarkup(text))
    return { markup: hasGaps ? markedMarkup(markup) : markup, size: text.length }
  }

  let markup = ''
  let size = 0
  for (const token of left) {
    if (token.kind === 'text') {
      markup += written(token.source)
      continue
    }
    if (size >= MAX_INSERTED) break
    const insertion = insertions.get(token.source) ?? insertionOf(token)
    insertions.set(token.source, insertion)
    size += insertion.size
    markup += insertion.markup
  }
  return { markup, slots, hasGaps }
}

/** Caches the shown value of each placeholder. */
function shownOnce(values: PlaceholderValues) {
  const made = new Map<string, ShownValue | undefined>()
  return (token: PlaceholderToken): ShownValue | undefined => {
    if (!made.has(token.source)) made.set(token.source, values.shown(token))
    return made.get(token.source)
  }
}

/** Whether a placeholder has no visible text. */
const isGap = (shown: ShownValue | undefined): boolean =>
  shown === undefined || (!/[\p{L}\p{N}]/u.test(shown.text) && isBlank(shown.text))

/** Normalises a text for the parsers: without lone surrogates, with `\n` as its only line end. */
function asMarkup(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n')
}
