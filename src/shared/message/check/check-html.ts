import { type Attributes, BLOCKS, FORMATS, HIDDEN, tagFormat } from '../markup/html.ts'
import type { TemplateProblem } from './check-template.ts'
import { type ParsedTemplate, placedTags } from './parsed-template.ts'

/** Tags that Telegram does not know, and links that it would drop. */
export function htmlProblems(template: ParsedTemplate): TemplateProblem[] {
  return placedTags(template).flatMap(({ name, attributes, from, to }) => {
    const reason = attributes && reasonFor(name, attributes, template)
    return reason === undefined ? [] : [{ from, to, reason }]
  })
}

/** Tags unknown to Telegram whose effect is kept, as line breaks or list items. */
const CONVERTED = new Set(['br', 'p', 'div', 'ul', 'ol', 'li'])

function reasonFor(
  name: string,
  attributes: Attributes,
  { samples }: ParsedTemplate,
): string | undefined {
  if (CONVERTED.has(name)) return undefined
  const isUnknown = `Telegram no conoce <${name}>`
  if (HIDDEN.has(name)) return `${isUnknown}: su contenido no se enviará.`
  if (/^h\d$/.test(name) && FORMATS.has(name)) return `${isUnknown}: será una línea en negrita.`
  if (FORMATS.has(name)) {
    if (samples.some(slots => tagFormat(name, attributes, slots) !== undefined)) return undefined
    return name === 'a'
      ? 'Telegram no admite esta dirección: quedará el texto, sin enlace.'
      : `Telegram solo conoce <${name} class="tg-spoiler">: la etiqueta se quita y queda su texto.`
  }
  if (BLOCKS.has(name)) return `${isUnknown}: será un salto de línea.`
  return `${isUnknown}: la etiqueta se quita y queda su texto.`
}
