import type { FormErrors } from '@mantine/form'
import { hasContent, type Template } from '#shared/model/template.ts'
import { templateTexts } from '#shared/texts.ts'
import { buttonErrors } from './buttons/button-errors.ts'
import { readSample } from './sample.ts'

export interface TemplateForm extends Pick<Template, 'name' | 'content' | 'buttons' | 'picture'> {
  /** The payload of the preview; it is never saved. */
  sample: string
}

/**
 * What keeps the form from being saved, by field. The sentence about name and content stands once,
 * at the first of them; `true` marks the other. Those of buttons are named by their place.
 */
export function templateErrors({ name, content, buttons, sample }: TemplateForm): FormErrors {
  const noName = name.trim() === ''
  const noContent = !hasContent(content)
  return {
    ...(noName && { name: templateTexts.required }),
    ...(noContent && { content: noName || templateTexts.required }),
    ...buttonErrors(buttons),
    ...(!readSample(sample) && { sample: templateTexts.invalidSample }),
  }
}
