/** Line of a message that a locked phone shows below the chat's name. */

import { truncate } from '../format.ts'
import { valueText } from '../payload/payload.ts'
import { isBlank } from './clean-text.ts'
import { type FillContext, fillTemplate } from './fill-template.ts'
import type { RichMessage } from './rich-message.ts'
import { PlaceholderValues } from './template/placeholder-values.ts'
import { synonymsOf } from './template/synonyms.ts'
import { templateTokens } from './template/template-tokens.ts'

/** Characters; some phones show a few more, some fewer. */
export const NOTIFICATION_LENGTH = 60

/** The message as one unformatted line, with spoilers masked. */
export function notificationLine({ text, entities }: RichMessage): string {
  let shown = text
  for (const { type, offset, length } of entities)
    if (type === 'spoiler')
      shown =
        shown.slice(0, offset) +
        shown.slice(offset, offset + length).replace(/\S/g, HIDDEN) +
        shown.slice(offset + length)
  return truncate(shown.replace(/\s+/g, ' ').trim(), NOTIFICATION_LENGTH)
}

const HIDDEN = '▒'

export type Unseen = {
  key: 'symbol' | 'side'
  value: string
  /** Whether the template has a placeholder for the key or one of its synonyms. */
  isAsked: boolean
}

/** Symbol and side, each only if the alert has it and its notification does not show it. */
export function unseenValues(template: string, context: FillContext): Unseen[] {
  const line = lineOf(template, context)
  const asked = new Set(
    templateTokens(template).map(token => (token.kind === 'value' ? token.key.toLowerCase() : '')),
  )
  const values = new PlaceholderValues(context)
  return (['symbol', 'side'] as const).flatMap(key => {
    const value = valueText(values.at(key)).trim()
    if (isBlank(value) || hasWord(line, value)) return []
    const keys = new Set([key, ...synonymsOf(key)])
    // If changing the value's last character changes the line, the line shows the value: as a synonym, or filtered.
    if (lineOf(template, withOtherEnd(context, keys)) !== line) return []
    return [{ key, value, isAsked: [...keys].some(name => asked.has(name)) }]
  })
}

const lineOf = (template: string, context: FillContext): string =>
  notificationLine(fillTemplate(template, context).message)

/** Whether the line contains the value as a whole word, also within the alert's text. */
function hasWord(line: string, value: string): boolean {
  const isPart = /[\p{L}\p{N}]/u
  for (let at = line.indexOf(value); at >= 0; at = line.indexOf(value, at + 1)) {
    const [before, after] = [line.slice(0, at), line.slice(at + value.length)]
    if (!isPart.test([...before].at(-1) ?? '') && !isPart.test([...after].at(0) ?? '')) return true
  }
  return false
}

const withOtherEnd = (context: FillContext, keys: ReadonlySet<string>): FillContext => ({
  ...context,
  payload: Object.fromEntries(
    Object.entries(context.payload).map(([name, value]) => [
      name,
      keys.has(name.toLowerCase()) ? otherEnd(valueText(value)) : value,
    ]),
  ),
})

const otherEnd = (text: string): string => {
  const end = text.trimEnd()
  return `${end.slice(0, -1)}${/x$/i.test(end) ? 'y' : 'x'}`
}
