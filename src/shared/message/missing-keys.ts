import { decideBlocks } from './conditionals.ts'
import type { PlaceholderValues } from './placeholder-values.ts'
import type { TemplateToken } from './template-tokens.ts'

/**
 * The keys of the placeholders that have no value, each once, in a template's order. Those within a
 * block whose condition is not met are not asked for.
 */
export function missingKeys(tokens: readonly TemplateToken[], values: PlaceholderValues): string[] {
  const missing = new Set<string>()
  for (const token of decideBlocks(tokens, key => values.isTrue(key))) {
    if (token.kind === 'value' && values.at(token.key) === undefined) missing.add(token.key)
  }
  return [...missing]
}
