import type { Template } from '#shared/model/template.ts'

/** Those that have the text in their name or content, whatever its case and accents. */
export function matchingTemplates(templates: Template[], search: string): Template[] {
  const wanted = folded(search.trim())
  return templates.filter(({ name, content }) =>
    [name, content].some(text => folded(text).includes(wanted)),
  )
}

const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('es')
