import { describe, expect, it } from 'vitest'
import { buttonTexts } from '#shared/texts/templates.ts'
import { type TemplateForm, templateErrors } from './template-errors.ts'

const required = 'El nombre y el contenido de la plantilla son requeridos.'
const filled: TemplateForm = {
  name: 'Señal',
  content: '{{symbol}}',
  buttons: [[{ kind: 'chart', text: 'Gráfico' }]],
  picture: 'below',
  whenMissing: 'line',
  sample: '{"symbol":"XAUUSD"}',
}

describe('the errors of a template', () => {
  it('are absent if all is filled in, with or without a sample', () => {
    expect(templateErrors(filled)).toEqual({})
    expect(templateErrors({ ...filled, sample: '' })).toEqual({})
  })

  it('include a blank name or content', () => {
    expect(templateErrors({ ...filled, name: ' ' })).toEqual({ name: required })
    expect(templateErrors({ ...filled, content: '\n\t' })).toEqual({ content: required })
    expect(templateErrors({ ...filled, content: '\u200b\ufeff' })).toEqual({ content: required })
  })

  it('name both missing fields once, with a hint at the second', () => {
    expect(templateErrors({ ...filled, name: '', content: '' })).toEqual({
      name: required,
      content: 'Escribe el contenido del mensaje.',
    })
  })

  it('include a blank text or value of a button, at its field', () => {
    const copy = { kind: 'copy' as const, text: ' ', value: '' }
    expect(templateErrors({ ...filled, buttons: [...filled.buttons, [copy]] })).toEqual({
      'buttons.1.0.text': buttonTexts.textRequired,
      'buttons.1.0.value': buttonTexts.valueRequired,
    })
  })

  it('include a sample of invalid JSON', () => {
    expect(templateErrors({ ...filled, sample: '{' })).toEqual({
      sample: 'El JSON de ejemplo no es válido. Por favor, corrígelo o vacíalo antes de guardar.',
    })
  })
})
