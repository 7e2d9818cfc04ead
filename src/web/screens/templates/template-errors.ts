import type { FormErrors } from '@mantine/form'
import { isBlank } from '#shared/message/clean-text.ts'
import type { Template } from '#shared/model/template.ts'
import { templateTexts } from '#shared/texts/templates.ts'
import { buttonErrors } from './buttons/button-errors.ts'
import { readSample } from './sample.ts'

export interface TemplateForm
  extends Pick<Template, 'name' | 'content' | 'buttons' | 'picture' | 'whenMissing'> {
  /** The payload of the preview; it is never saved. */
  sample: string
}

/**
 * Errors that keep the form from being saved, by field. If name and content are both empty, the sentence
 * about both is only at the name. Errors of buttons are keyed by their place.
 */
export function templateErrors({ name, content, buttons, sample }: TemplateForm): FormErrors {
  const noName = name.trim() === ''
  const noContent = isBlank(content)
  return {
    ...(noName && { name: templateTexts.required }),
    ...(noContent && { content: noName ? templateTexts.noContent : templateTexts.required }),
    ...buttonErrors(buttons),
    ...(!readSample(sample) && { sample: templateTexts.invalidSample }),
  }
}
