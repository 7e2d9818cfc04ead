import { describe, expect, it } from 'vitest'
import { resolveConditionals } from './conditionals.ts'
import { templateTokens } from './template-tokens.ts'

function resolve(template: string, ...trueKeys: string[]): string {
  const tokens = resolveConditionals(templateTokens(template), key => trueKeys.includes(key))
  return tokens.map(token => token.source).join('')
}

describe('resolveConditionals', () => {
  it('keeps true blocks and drops false ones', () => {
    expect(resolve('a{{#if x}}b{{/if}}c{{# if y }}d{{ /if }}e', 'x')).toBe('abce')
  })

  it('nests', () => {
    const template = '{{#if x}}1{{#if y}}2{{/if}}3{{/if}}'
    expect(resolve(template)).toBe('')
    expect(resolve(template, 'x')).toBe('13')
    expect(resolve(template, 'y')).toBe('')
    expect(resolve(template, 'x', 'y')).toBe('123')
  })

  it('leaves tags without a partner, else and loops as they are', () => {
    expect(resolve('{{/if}}a{{#if x}}b')).toBe('{{/if}}a{{#if x}}b')
    expect(resolve('{{#if x}}a{{#if y}}b{{/if}}', 'y')).toBe('{{#if x}}ab')
    expect(resolve('{{#if x}}a{{else}}b{{/if}}', 'x')).toBe('a{{else}}b')
    expect(resolve('{{#each xs}}a{{/each}}')).toBe('{{#each xs}}a{{/each}}')
  })

  it('removes a line that holds only a tag', () => {
    const template = 'a\n  {{#if x}}\nb\n{{/if}}  \nc'
    expect(resolve(template, 'x')).toBe('a\nb\nc')
    expect(resolve(template)).toBe('a\nc')
  })

  it('removes a line that holds only dropped blocks', () => {
    const template = 'a\n{{#if x}}X{{/if}} {{#if y}}Y{{/if}}\nc'
    expect(resolve(template, 'y')).toBe('a\n Y\nc')
    expect(resolve(template)).toBe('a\nc')
  })

  it('keeps a line with anything else, even just a placeholder', () => {
    expect(resolve('a\n{{#if x}}X{{/if}}{{y}}\nc')).toBe('a\n{{y}}\nc')
  })

  it('keeps one of the two empty lines around a dropped block', () => {
    const template = 'a\n\n{{#if x}}\nb\n{{/if}}\n\nc'
    expect(resolve(template, 'x')).toBe('a\n\nb\n\nc')
    expect(resolve(template)).toBe('a\n\nc')
  })

  it('keeps empty lines that adjoin no block', () => {
    expect(resolve('a\n\n\nb\n{{#if x}}{{/if}}\nc')).toBe('a\n\n\nb\nc')
  })
})
