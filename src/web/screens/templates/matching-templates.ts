import { foldText } from '#shared/format.ts'
import type { Template } from '#shared/model/template.ts'

/** Those that have the text in their name or content, whatever its case and accents. */
export function matchingTemplates(templates: Template[], search: string): Template[] {
  const wanted = foldText(search.trim())
  return templates.filter(({ name, content }) =>
    [name, content].some(text => foldText(text).includes(wanted)),
  )
}
