import { matches } from '#shared/format.ts'
import type { Template } from '#shared/model/template.ts'

/** Those that have the text in their name or content, whatever its case and accents. */
export const matchingTemplates = (templates: Template[], search: string): Template[] =>
  templates.filter(({ name, content }) => matches(search, name, content))
