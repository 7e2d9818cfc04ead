import { describe, expect, it } from 'vitest'
import { fitFields } from './fit-fields.ts'

describe('fitting what was written to the fields of a template', () => {
  it('suggests a value for what nobody has written yet', () => {
    expect(fitFields(['symbol', 'riesgo'], {})).toEqual({
      fields: [
        ['symbol', '{{ticker}}'],
        ['riesgo', 'YOUR_PINE_VARIABLE_FOR_riesgo'],
      ],
      leftover: [],
    })
  })

  it('keeps what was written, an empty text too, in the order of the template', () => {
    const written = { notes: '', symbol: 'XAUUSD' }
    expect(fitFields(['symbol', 'notes'], written).fields).toEqual([
      ['symbol', 'XAUUSD'],
      ['notes', ''],
    ])
  })

  it('sets apart what the template no longer has', () => {
    const written = { symbol: '{{ticker}}', riesgo: '1 %' }
    expect(fitFields(['symbol'], written)).toEqual({
      fields: [['symbol', '{{ticker}}']],
      leftover: [['riesgo', '1 %']],
    })
  })

  it('leaves everything as it is where the template is not known', () => {
    expect(fitFields(undefined, { riesgo: '1 %' })).toEqual({
      fields: [['riesgo', '1 %']],
      leftover: [],
    })
  })

  it('takes a name for a name, whatever it means elsewhere', () => {
    expect(fitFields(['constructor'], {}).fields).toEqual([
      ['constructor', 'YOUR_PINE_VARIABLE_FOR_constructor'],
    ])
  })
})
