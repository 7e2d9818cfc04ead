import { isHtml } from '../markup/html.ts'
import { placeholdersOf } from '../template/template-tokens.ts'
import { filterReason } from './check-filters.ts'
import { htmlProblems } from './check-html.ts'
import { markdownProblems } from './check-markdown.ts'
import { type ParsedTemplate, parseTemplate, type TemplateSpan } from './parsed-template.ts'

/** A part of a template that will not arrive as it seems to be meant; the reason is in Spanish. */
export type TemplateProblem = TemplateSpan & { reason: string }

/** Parts of a template that Pregonero or Telegram does not know, in order of position. */
export function checkTemplate(template: string): TemplateProblem[] {
  const parsed = parseTemplate(template)
  const markupProblems = isHtml(template) ? htmlProblems : markdownProblems
  return [...braceProblems(parsed), ...markupProblems(parsed)].sort((a, b) => a.from - b.from)
}

/** Text that looks like a placeholder or a tag. */
const BRACES = /\{\{+[^{}\n]*\}+|\{\{+[ \t]*[^\s{}]*|\{[^\s{}"':,]+\}\}+/g

/** Tags without their partner, and text that looks like a misspelt placeholder. */
function braceProblems({ tokens }: ParsedTemplate): TemplateProblem[] {
  return tokens.flatMap(({ token, isPaired, from, to }) => {
    switch (token.kind) {
      case 'value':
        return []
      case 'text':
        return Array.from(token.source.matchAll(BRACES), ({ 0: source, index }) => ({
          from: from + index,
          to: from + index + source.length,
          reason: braceReason(source),
        }))
      default:
        return isPaired ? [] : [{ from, to, reason: withoutPartner[token.kind] }]
    }
  })
}

const withoutPartner = {
  if: 'A este {{#if}} le falta su {{/if}}: se enviará tal cual.',
  'end-if': 'Este {{/if}} no cierra ningún {{#if}}: se enviará tal cual.',
}

function braceReason(source: string): string {
  const inner = source.replace(/[{}]/g, '').trim()
  if (/^else\b/.test(inner)) return '{{else}} no existe: se enviará tal cual.'
  if (/^[#/]\s*if\b/.test(inner)) {
    return 'Se escribe {{#if nombre}}…{{/if}}, con un solo nombre: se enviará tal cual.'
  }
  if (/^[#/^>!&]/.test(inner)) return 'El único bloque es {{#if}}: se enviará tal cual.'
  if (!/^\{\{.*\}\}$/.test(source)) return 'Le faltan llaves: se enviará tal cual.'
  if (inner === '') return 'Falta el nombre del placeholder: se enviará tal cual.'
  const [key = '', filters] = inner.split(/[ \t]*(\|.*)/s)
  if (filters !== undefined && placeholdersOf(`{{${key}}}`)[0] === key) return filterReason(filters)
  return 'El nombre de un placeholder solo lleva letras, cifras, «.», «-» y «_»: se enviará tal cual.'
}
