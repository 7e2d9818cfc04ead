/** The tokens of a template: placeholders, conditions and the text between them. */

import { FILTERS, type Filter, readFilters } from './filters.ts'

export type TextToken = { kind: 'text'; source: string }
export type PlaceholderToken = {
  kind: 'value'
  source: string
  key: string
  raw: boolean
  filters: readonly Filter[]
}
export type TemplateToken =
  | TextToken
  | PlaceholderToken
  | { kind: 'if'; source: string; key: string }
  | { kind: 'end-if'; source: string }

const KEY = String.raw`[\p{L}\p{M}\p{N}_.-]+`
const TAG = new RegExp(
  [
    String.raw`\{\{\{[ \t]*(?<raw>${KEY})(?<rawFilters>${FILTERS})?[ \t]*\}\}\}`,
    String.raw`\{\{[ \t]*(?<value>${KEY})(?<filters>${FILTERS})?[ \t]*\}\}`,
    String.raw`\{\{[ \t]*#[ \t]*if[ \t]+(?<condition>${KEY})[ \t]*\}\}`,
    String.raw`\{\{[ \t]*\/[ \t]*if[ \t]*\}\}`,
  ].join('|'),
  'gu',
)

/** Splits a template into tokens; their sources, joined, are the template again. */
export function templateTokens(template: string): TemplateToken[] {
  const tokens: TemplateToken[] = []
  let end = 0
  for (const match of template.matchAll(TAG)) {
    const token = tagToken(match[0], match.groups ?? {})
    if (token === undefined) continue
    if (match.index > end) tokens.push({ kind: 'text', source: template.slice(end, match.index) })
    tokens.push(token)
    end = match.index + match[0].length
  }
  if (end < template.length) tokens.push({ kind: 'text', source: template.slice(end) })
  return tokens
}

/** Undefined for a placeholder with an unknown filter, which is text. */
function tagToken(
  source: string,
  groups: Record<string, string | undefined>,
): TemplateToken | undefined {
  const { raw, value, condition } = groups
  if (condition !== undefined) return { kind: 'if', source, key: condition }
  const key = raw ?? value
  if (key === undefined) return { kind: 'end-if', source }
  // `{{else}}` does not exist; as a placeholder it would ask the body for a field.
  if (key === 'else') return { kind: 'text', source }
  const filters = readFilters(groups.rawFilters ?? groups.filters ?? '')
  return filters && { kind: 'value', source, key, raw: raw !== undefined, filters }
}

/** The keys that a template asks for, `{{#if x}}` included, each once, in order of appearance. */
export function placeholdersOf(template: string): string[] {
  const keys = new Set<string>()
  for (const token of templateTokens(template)) {
    if (token.kind === 'value' || token.kind === 'if') keys.add(token.key)
  }
  return [...keys]
}
