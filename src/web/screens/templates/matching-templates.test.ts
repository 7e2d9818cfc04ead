import { describe, expect, it } from 'vitest'
import type { Template } from '#shared/model/template.ts'
import { matchingTemplates } from './matching-templates.ts'

const template = (name: string, content: string): Template => ({
  id: name,
  name,
  content,
  buttons: [],
  picture: 'below',
  whenMissing: 'line',
  version: 1,
  usedBy: 0,
})
const templates = [
  template('Señal Básica', '**{{symbol}}**'),
  template('Ruptura de Nivel', '{{level}} · posición'),
]
const found = (search: string) => matchingTemplates(templates, search).map(({ name }) => name)

describe('the search in templates', () => {
  it('covers names and contents', () => {
    expect(found('ruptura')).toEqual(['Ruptura de Nivel'])
    expect(found('{{symbol}}')).toEqual(['Señal Básica'])
  })

  it('ignores case, accents and outer spaces', () => {
    expect(found(' SENAL basica ')).toEqual(['Señal Básica'])
    expect(found('POSICION')).toEqual(['Ruptura de Nivel'])
  })

  it('returns all for an empty search, and an empty list without a match', () => {
    expect(found('')).toHaveLength(2)
    expect(found('volumen')).toEqual([])
  })
})
