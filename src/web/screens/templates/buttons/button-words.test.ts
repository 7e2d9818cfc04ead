import { describe, expect, it } from 'vitest'
import { templateButtonsSchema } from '#shared/model/template-button.ts'
import { buttonLines, newButtons, placeWords } from './button-words.ts'

describe('buttons in words', () => {
  it('take one line each', () => {
    expect(
      buttonLines([
        [newButtons.chart, { ...newButtons.copy, style: 'success' }],
        [{ kind: 'link', text: 'Web', url: 'https://ejemplo.es/{{symbol}}' }],
      ]),
    ).toBe(
      [
        'Fila 1 · 📈 Gráfico: abre el gráfico',
        'Fila 1 · Copiar precio: copia {{price}} (verde)',
        'Fila 2 · Web: abre https://ejemplo.es/{{symbol}}',
      ].join('\n'),
    )
    expect(buttonLines([])).toBe('')
  })

  it('give the row and the place of a button', () => {
    expect(placeWords([['a'], ['b', 'c']], { row: 1, column: 0 })).toBe(
      'Fila 2 de 2, puesto 1 de 2',
    )
  })

  it('are valid when new', () => {
    expect(templateButtonsSchema.safeParse([Object.values(newButtons)]).success).toBe(true)
  })
})
