import { resolveConditionals } from './template/conditionals.ts'
import type { PlaceholderValues } from './template/placeholder-values.ts'
import { templateTokens } from './template/template-tokens.ts'

/** `missing` are the keys that have neither a value nor a default; nothing stands in their place. */
export type FilledText = { text: string; missing: string[] }

/**
 * A short piece of template text without markup, as that of a button, with its values. It is neither
 * cleaned, cut, nor masked.
 * @param written how a value is written into the text, e.g. percent-encoded
 */
export function fillText(
  template: string,
  values: PlaceholderValues,
  written = (value: string): string => value,
): FilledText {
  const missing = new Set<string>()
  let text = ''
  for (const token of resolveConditionals(templateTokens(template), key => values.isTrue(key))) {
    const shown = token.kind === 'text' ? undefined : values.shown(token)
    if (token.kind === 'text') text += token.source
    else if (shown === undefined) missing.add(token.key)
    else text += written(shown.text)
  }
  return { text, missing: [...missing] }
}
