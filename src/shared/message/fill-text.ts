import { memoize } from '../memoize.ts'
import { resolveConditionals } from './template/conditionals.ts'
import type { PlaceholderValues } from './template/placeholder-values.ts'
import { type PlaceholderToken, templateTokens } from './template/template-tokens.ts'

/** Code units. A text that is longer is of no use, and is not written to its end. */
const MAX_LENGTH = 4_096

/** `missing` are the keys that have neither a value nor a default; nothing stands in their place. */
export type FilledText = { text: string; missing: string[]; isTooLong: boolean }

/**
 * A short piece of template text without markup, as that of a button, with its values. It is neither
 * cleaned nor masked.
 * @param written how a value is written into the text, e.g. percent-encoded
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
    // A value may be long, and asked for a hundred times.
    else if (text.length <= MAX_LENGTH) text += written(shownText(token, values))
  }
  return { text, missing: [...missing], isTooLong: text.length > MAX_LENGTH }
}

const shownText = (token: PlaceholderToken, values: PlaceholderValues): string =>
  (values.shown(token)?.text ?? '').slice(0, MAX_LENGTH + 1)

/** Code units of the texts that are kept as they were read, since many alerts share a template. */
const ROOM = 65_536

const tokensOf = memoize(templateTokens, ROOM)
