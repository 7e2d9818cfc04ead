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

describe('searching the templates', () => {
  it('looks into names and contents', () => {
    expect(found('ruptura')).toEqual(['Ruptura de Nivel'])
    expect(found('{{symbol}}')).toEqual(['Señal Básica'])
  })

  it('overlooks case, accents and the spaces around', () => {
    expect(found(' SENAL basica ')).toEqual(['Señal Básica'])
    expect(found('POSICION')).toEqual(['Ruptura de Nivel'])
  })

  it('finds all when nothing is asked for, and nothing when nothing matches', () => {
    expect(found('')).toHaveLength(2)
    expect(found('volumen')).toEqual([])
  })
})
