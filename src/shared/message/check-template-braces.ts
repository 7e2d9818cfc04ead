import type { TemplateProblem } from './check/check-template.ts'
import type { OpenTemplate } from './check/parsed-template.ts'

/** What looks like a placeholder or a tag and was left as text. */
const BRACES = /\{\{+[^{}\n]*\}+|\{\{+[ \t]*[^\s{}]*|\{[^\s{}"':,]+\}\}+/g

/** Tags without their partner, and what was meant to be a placeholder. */
export function braceProblems({ tokens }: OpenTemplate): TemplateProblem[] {
  return tokens.flatMap(({ token, isPaired, from, to }) => {
    switch (token.kind) {
      case 'value':
        return []
      case 'text':
        return Array.from(token.source.matchAll(BRACES), ({ 0: source, index }) => ({
          from: from + index,
          to: from + index + source.length,
          reason: reasonFor(source),
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

function reasonFor(source: string): string {
  const inner = source.replace(/[{}]/g, '').trim()
  if (/^else\b/.test(inner)) return '{{else}} no existe: se enviará tal cual.'
  if (/^[#/]\s*if\b/.test(inner)) {
    return 'Se escribe {{#if nombre}}…{{/if}}, con un solo nombre: se enviará tal cual.'
  }
  if (/^[#/^>!&]/.test(inner)) return 'El único bloque es {{#if}}: se enviará tal cual.'
  if (!/^\{\{.*\}\}$/.test(source)) return 'Le faltan llaves: se enviará tal cual.'
  if (inner === '') return 'Falta el nombre del placeholder: se enviará tal cual.'
  return 'El nombre de un placeholder solo lleva letras, cifras, «.», «-» y «_»: se enviará tal cual.'
}
