import { memoize } from '../memoize.ts'
import { resolveConditionals } from './template/conditionals.ts'
import type { PlaceholderValues } from './template/placeholder-values.ts'
import { type PlaceholderToken, templateTokens } from './template/template-tokens.ts'

/** Code units. A longer text is too long for any button; filling stops beyond that. */
const MAX_LENGTH = 4_096

/** `missing`: keys with neither a value nor a default; they leave no text. */
export type FilledText = { text: string; missing: string[]; isTooLong: boolean }

/**
 * Fills a short template without markup, such as the text of a button. The result is neither cleaned nor masked.
 * @param written encodes a value for the text, e.g. percent-encodes it
 */
export function fillText(
  template: string,
  values: PlaceholderValues,
  written = (value: string): string => value,
): FilledText {
  const missing = new Set<string>()
  let text = ''
  for (const token of resolveConditionals(tokensOf(template), key => values.isTrue(key))) {
    if (token.kind === 'text') text += token.source
    else if (values.isMissing(token)) missing.add(token.key)
    // Stop once too long: a long value may be asked for a hundred times.
    else if (text.length <= MAX_LENGTH) text += written(shownText(token, values))
  }
  return { text, missing: [...missing], isTooLong: text.length > MAX_LENGTH }
}

const shownText = (token: PlaceholderToken, values: PlaceholderValues): string =>
  (values.shown(token)?.text ?? '').slice(0, MAX_LENGTH + 1)

/** Cache size in code units of template text; many alerts share a template. */
const ROOM = 65_536

const tokensOf = memoize(templateTokens, ROOM)
