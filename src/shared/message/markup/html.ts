/** HTML: Telegram's own tags, and others that can become line breaks, list items or bold. */

import type { RichMessage } from '../rich-message.ts'
import { HtmlLayout } from './html-layout.ts'
import { type Format, MessageWriter } from './message-writer.ts'
import { ShallowParser } from './shallow-parser.ts'
import type { Slots } from './slots.ts'

export type Attributes = { [name: string]: string }

/** Whether a template is read as HTML; any other is Markdown. */
export function isHtml(template: string): boolean {
  const trimmed = template.trim()
  return trimmed.startsWith('<') && trimmed.endsWith('>')
}

/** `html` is well-formed Unicode except for the marks of `slots`; its lines end with line feeds. */
export function parseHtml(html: string, slots: Slots): RichMessage {
  const writer = new MessageWriter()
  const layout = new HtmlLayout(writer, slots)
  const lists: { ordered: boolean; items: number }[] = []
  let pre: Format | undefined
  let hidden = 0

  const parser = new ShallowParser({
    onopentag(name, attributes) {
      const list = lists.at(-1)
      if (BLOCKS.has(name)) layout.block(breaksAround(name))
      if (name === 'br') layout.lineBreak()
      else if (HIDDEN.has(name)) hidden += 1
      else if (name === 'ul' || name === 'ol') lists.push({ ordered: name === 'ol', items: 0 })
      else if (name === 'li' && list !== undefined) {
        list.items += 1
        layout.bullet(indentation(lists.length) + (list.ordered ? `${list.items}. ` : '• '))
      } else if (FORMATS.has(name)) {
        if (name === 'a') layout.text(slots.markOf(attributes.href ?? ''))
        const format = tagFormat(name, attributes, slots)
        layout.open(format)
        if (name === 'pre') pre ??= format
        if (name === 'code' && pre !== undefined) Object.assign(pre, languageOf(attributes))
      }
    },
    ontext(text) {
      if (hidden > 0) return
      if (pre === undefined) layout.text(text)
      else layout.preformatted(text)
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden -= 1
      else if (name === 'ul' || name === 'ol') lists.pop()
      else if (FORMATS.has(name)) layout.close()
      if (name === 'pre') pre = undefined
      if (BLOCKS.has(name)) layout.block(breaksAround(name))
      else if (name === 'td' || name === 'th') layout.text(' ')
    },
  })
  parser.end(html)
  return writer.message()
}

/** Neither these tags nor their content is shown. */
export const HIDDEN = new Set(['script', 'style'])

export const BLOCKS = new Set(
  (
    'address article aside blockquote dd details div dl dt figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul'
  ).split(' '),
)

/** Tags that may open a format, with its type if the tag alone determines it. */
export const FORMATS = new Map<string, Format['type'] | undefined>([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['h1', 'bold'],
  ['h2', 'bold'],
  ['h3', 'bold'],
  ['h4', 'bold'],
  ['h5', 'bold'],
  ['h6', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['ins', 'underline'],
  ['s', 'strikethrough'],
  ['strike', 'strikethrough'],
  ['del', 'strikethrough'],
  ['tg-spoiler', 'spoiler'],
  ['code', 'code'],
  ['pre', 'pre'],
  ['blockquote', undefined],
  ['span', undefined],
  ['a', undefined],
])

export function tagFormat(name: string, attributes: Attributes, slots: Slots): Format | undefined {
  if (name === 'blockquote') {
    return { type: 'expandable' in attributes ? 'expandable_blockquote' : 'blockquote' }
  }
  if (name === 'span') {
    return classes(attributes).includes('tg-spoiler') ? { type: 'spoiler' } : undefined
  }
  if (name === 'a') {
    const url = slots.inAddress(attributes.href ?? '')
    return url === undefined ? undefined : { type: 'text_link', url }
  }
  const type = FORMATS.get(name)
  return type && { type }
}

function languageOf(attributes: Attributes): { language?: string } {
  for (const name of classes(attributes)) {
    const language = /^language-([\w+#.-]{1,32})$/.exec(name)?.[1]
    if (language !== undefined) return { language }
  }
  return {}
}

function classes(attributes: Attributes): string[] {
  return (attributes.class ?? '').split(/\s+/)
}

/** Line breaks before and after a block: an empty line around paragraphs, a new line around others. */
function breaksAround(block: string): number {
  return block === 'p' ? 2 : 1
}

function indentation(depth: number): string {
  return '  '.repeat(Math.min(depth, 5) - 1)
}
