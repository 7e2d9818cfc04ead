import { describe, expect, it } from 'vitest'
import { placeholdersOf } from './template-tokens.ts'

describe('placeholdersOf', () => {
  it('lists each key once, in order, of all three forms', () => {
    const template = '{{#if notes}}{{{notes}}}{{/if}} {{symbol}} {{ price }} {{symbol}} {{a.b-c_0}}'
    expect(placeholdersOf(template)).toEqual(['notes', 'symbol', 'price', 'a.b-c_0'])
  })

  it('takes letters beyond ASCII', () => {
    expect(placeholdersOf('{{acción}} {{señal}}')).toEqual(['acción', 'señal'])
  })

  it('finds keys inside braces of JSON', () => {
    expect(placeholdersOf('{"a":{{x}}}')).toEqual(['x'])
  })

  it.each([
    '{{}}',
    '{{ }}',
    '{x}',
    '{{a b}}',
    '{{x',
    '{{plot("Name")}}',
    '{{else}}',
    '{{/if}}',
    '{{#each xs}}{{/each}}',
    '{{#if}}',
    '{{^x}}',
  ])('sees none in %s', template => {
    expect(placeholdersOf(template)).toEqual([])
  })
})
