import { isHtml } from '../markup/html.ts'
import { decideBlocks } from '../template/conditionals.ts'
import { PlaceholderValues, type ValueSources } from '../template/placeholder-values.ts'
import { placedMarkdown, placedTags } from '../template-markup.ts'
import type { TemplateProblem } from './check-template.ts'
import { type OpenTemplate, openTemplate, type TemplateSpan } from './parsed-template.ts'

/** The placeholders of links' addresses that would be left in them, for a payload has no value. */
export function deadLinks(template: string, sources: ValueSources): TemplateProblem[] {
  const open = openTemplate(template)
  const values = new PlaceholderValues(sources)
  const tokens = open.tokens.map(({ token }) => token)
  const left = new Set(decideBlocks(tokens, key => values.isTrue(key)))
  const links = linksOf(open, isHtml(template))
  return open.tokens.flatMap(({ token, from, to }) => {
    if (token.kind !== 'value' || !left.has(token) || values.at(token.key) !== undefined) return []
    if (!links.some(link => link.from <= from && to <= link.to)) return []
    const reason = `Sin valor para ${token.source}, este enlace no lleva a ninguna parte.`
    return [{ from, to, reason }]
  })
}

const linksOf = (open: OpenTemplate, isWrittenInHtml: boolean): TemplateSpan[] =>
  isWrittenInHtml
    ? placedTags(open).filter(({ name, attributes }) => name === 'a' && attributes)
    : placedMarkdown(open).filter(({ token }) => token.kind === 'link-end')
