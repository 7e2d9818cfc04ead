import { matches } from '#shared/format.ts'
import type { Template } from '#shared/model/template.ts'

/** Templates whose name or content contains the text, ignoring case and accents. */
export const matchingTemplates = (templates: Template[], search: string): Template[] =>
  templates.filter(({ name, content }) => matches(search, name, content))
