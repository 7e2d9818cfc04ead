import { hasContent, type TemplateDraft } from '#shared/model/template.ts'
import { templateTexts } from '#shared/texts.ts'
import { readSample } from './sample.ts'

export interface TemplateForm extends TemplateDraft {
  /** The payload of the preview; it is never saved. */
  sample: string
}

/**
 * What keeps the form from being saved, by field. The sentence about name and content stands once,
 * at the first of them; `true` marks the other.
 */
export function templateErrors({ name, content, sample }: TemplateForm): {
  [Field in keyof TemplateForm]?: string | true
} {
  const noName = name.trim() === ''
  const noContent = !hasContent(content)
  return {
    ...(noName && { name: templateTexts.required }),
    ...(noContent && { content: noName || templateTexts.required }),
    ...(!readSample(sample) && { sample: templateTexts.invalidSample }),
  }
}
