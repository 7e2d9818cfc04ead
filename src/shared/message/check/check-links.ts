import { isHtml } from '../markup/html.ts'
import { decideBlocks } from '../template/conditionals.ts'
import { PlaceholderValues, type ValueSources } from '../template/placeholder-values.ts'
import type { TemplateProblem } from './check-template.ts'
import {
  type ParsedTemplate,
  parseTemplate,
  placedMarkdown,
  placedTags,
  type TemplateSpan,
} from './parsed-template.ts'

/** Placeholders in link addresses for which a payload has no value, which break the link. */
export function deadLinks(template: string, sources: ValueSources): TemplateProblem[] {
  const parsed = parseTemplate(template)
  const values = new PlaceholderValues(sources)
  const tokens = parsed.tokens.map(({ token }) => token)
  const shown = new Set(decideBlocks(tokens, key => values.isTrue(key)))
  const links = isHtml(template) ? htmlLinks(parsed) : markdownLinks(parsed)
  return parsed.tokens.flatMap(({ token, from, to }) => {
    if (token.kind !== 'value' || !shown.has(token) || !values.isMissing(token)) return []
    if (!links.some(link => link.from <= from && to <= link.to)) return []
    const reason = `Sin valor para ${token.source}, este enlace no lleva a ninguna parte.`
    return [{ from, to, reason }]
  })
}

const htmlLinks = (parsed: ParsedTemplate): TemplateSpan[] =>
  placedTags(parsed).filter(({ name, attributes }) => name === 'a' && attributes)

const markdownLinks = (parsed: ParsedTemplate): TemplateSpan[] =>
  placedMarkdown(parsed).filter(({ token }) => token.kind === 'link-end')
