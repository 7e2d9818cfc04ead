import { valueText } from '../payload/payload.ts'
import { isHtml, parseHtml } from './markup/html.ts'
import { parseMarkdown } from './markup/markdown.ts'
import { Slots } from './markup/slots.ts'
import { maskConnectionId } from './mask-connection-id.ts'
import type { RichMessage } from './rich-message.ts'
import { resolveConditionals } from './template/conditionals.ts'
import { PlaceholderValues, type ValueSources } from './template/placeholder-values.ts'
import { type Placeholder, type TemplateToken, templateTokens } from './template/template-tokens.ts'
import { fitOf, type Taken } from './template-fit.ts'

export type FillContext = ValueSources & {
  /** The secret that no text may hold. */
  connectionId?: string
}

export type Filled = {
  message: RichMessage
  /** Keys that have no value: their placeholders stand in the message as they were written. */
  missing: string[]
  /** Keys whose value another one of the payload lent. */
  taken: Taken[]
  /** Not so where it asks the body for something and gets nothing. */
  fits: boolean
}

/**
 * Code units. No value is longer, and after so many of all values together nothing follows: a short
 * template can ask for a large value many times.
 */
const MAX_INSERTED = 131_072

/** The message that a template makes of a payload, whatever it is like. */
export function fillTemplate(template: string, context: FillContext): Filled {
  const parse = isHtml(template) ? parseHtml : parseMarkdown
  const tokens = templateTokens(asMarkup(template))
  const values = new PlaceholderValues(context)
  const { markup, slots } = insertValues(tokens, values)
  const message = maskConnectionId(parse(markup, slots), context.connectionId ?? '')
  const { missing, taken, isAsking, isServed, isLacking } = fitOf(tokens, values)
  const hasNothing = isAsking && !isServed && (isLacking || message.text === '')
  return { message, missing, taken, fits: !hasNothing }
}

/** A placeholder's value as it goes into the markup, and how much it will take up. */
type Insertion = { markup: string; size: number }

function insertValues(tokens: readonly TemplateToken[], values: PlaceholderValues) {
  const slots = new Slots()
  const insertions = new Map<string, Insertion>()

  function insertionOf({ source, key, raw }: Placeholder): Insertion {
    const value = values.at(key)
    if (value === undefined) {
      return { markup: slots.add({ text: source, isPlaceholder: true }), size: source.length }
    }
    const text = valueText(value).slice(0, MAX_INSERTED)
    const markup = raw ? asMarkup(text) : slots.add({ text, isPlaceholder: false })
    return { markup, size: text.length }
  }

  let markup = ''
  let size = 0
  for (const token of resolveConditionals(tokens, key => values.isTrue(key))) {
    if (token.kind === 'text') {
      markup += token.source
      continue
    }
    if (size >= MAX_INSERTED) break
    const insertion = insertions.get(token.source) ?? insertionOf(token)
    insertions.set(token.source, insertion)
    size += insertion.size
    markup += insertion.markup
  }
  return { markup, slots }
}

/** As the parsers take it: well-formed, with line feeds alone at the ends of lines. */
function asMarkup(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n')
}
