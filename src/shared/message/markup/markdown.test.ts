import { describe, expect, it } from 'vitest'
import { formattedParts } from '../../../../tests/support/formatted-parts.ts'
import { parseMarkdown } from './markdown.ts'
import { Slots } from './slots.ts'

const parse = (markdown: string) => parseMarkdown(markdown, new Slots())
const parts = (markdown: string) => formattedParts(parse(markdown))

describe('marks', () => {
  it.each([
    ['**a**', 'bold[a]'],
    ['*a*', 'bold[a]'],
    ['***a***', 'bold[a]'],
    ['_a_', 'italic[a]'],
    ['__a__', 'italic[a]'],
    ['~~a~~', 'strikethrough[a]'],
    ['~a~', 'strikethrough[a]'],
    ['||a||', 'spoiler[a]'],
    ['`a`', 'code[a]'],
    ['``a`b``', 'code[a`b]'],
    ['*a\nb*', 'bold[a\nb]'],
    ['a*b*c', 'bold[b]'],
    ['_snake_case_', 'italic[snake_case]'],
    ['(_a_)', 'italic[a]'],
    ['🔥_a_🔥', 'italic[a]'],
    ['* a *b*', 'bold[b]'],
    ['*a **b*', 'bold[a **b]'],
    ['*a _b* c_', 'bold[a _b]'],
  ])('turn %j into %s', (markdown, part) => {
    expect(parts(markdown)).toEqual([part])
  })

  it.each([
    ['***a** b*', ['bold[a b]']],
    ['*a **b***', ['bold[a b]']],
    ['**a _b ~c~_**', ['bold[a b c]', 'italic[b c]', 'strikethrough[c]']],
    ['*a***b**', ['bold[a]', 'bold[b]']],
    ['*a `b` c*', ['bold[a ]', 'code[b]', 'bold[ c]']],
  ])('combine in %j to %j', (markdown, expected) => {
    expect(parts(markdown)).toEqual(expected)
  })

  it.each([
    '2 * 3 * 4',
    'BTC_USDT_PERP',
    'snake__case__name',
    '*a',
    'a*',
    '**a*',
    '* a*',
    '*a *',
    '~100 y ~200',
    'a || b',
    '|a|',
    '****',
    '`a',
    '```a',
    '[a]',
    '[a] (b.c)',
    '[a](b.c',
    'a > b',
    '# a',
    '1. a',
    '- a',
  ])('are literal in %j', markdown => {
    expect(parse(markdown)).toEqual({ text: markdown, entities: [] })
  })

  it('can be escaped', () => {
    expect(parse('\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e.f) 1\\.5 C:\\dir \\\\')).toEqual({
      text: '*a* _b_ `c` [d](e.f) 1.5 C:\\dir \\',
      entities: [],
    })
  })

  it('stay literal without a partner, beside paired ones', () => {
    expect(parse('***a** _b').text).toBe('*a _b')
    expect(parse('**a***').text).toBe('a*')
  })
})

describe('code', () => {
  it('holds no other formats and no escapes', () => {
    expect(parts('`*a* _b_ [c](d.e) \\*`')).toEqual(['code[*a* _b_ [c](d.e) \\*]'])
  })

  it('is a block between fences, with its language', () => {
    expect(parts('x\n```json\n{\n  "a": 1\n}\n```\ny')).toEqual(['pre[{\n  "a": 1\n}] json'])
    expect(parts('```\n  a\n```')).toEqual(['pre[  a]'])
    expect(parts('```a b```')).toEqual(['pre[a b]'])
  })

  it('keeps lines that look like a quote', () => {
    expect(parts('```\na\n> b\n```\n> c')).toEqual(['pre[a\n> b]', 'blockquote[c]'])
  })

  it('does not hide a quote after an unclosed fence', () => {
    expect(parts('```\n> a')).toEqual(['blockquote[a]'])
  })
})

describe('links', () => {
  it('have an address and a label with formats of its own', () => {
    expect(parts('[ver *ya*](https://a.b/c_d_e?x=*y*)')).toEqual([
      'text_link[ver ya] https://a.b/c_d_e?x=*y*',
      'bold[ya]',
    ])
  })

  it('may be formatted', () => {
    expect(parts('*[a](b.c)*')).toEqual(['bold[a]', 'text_link[a] http://b.c'])
  })

  it('take balanced and escaped parentheses into the address', () => {
    expect(parts('[a](http://b.c/d_(e)) [f](http://b.c/\\))')).toEqual([
      'text_link[a] http://b.c/d_(e)',
      'text_link[f] http://b.c/)',
    ])
  })

  it('keep the label without a valid address', () => {
    expect(parse('[a](javascript:x) [b]()')).toEqual({ text: 'a b', entities: [] })
  })

  it('bind tighter than delimiters', () => {
    expect(parse('*a [b* c](d.e)').text).toBe('*a b* c')
    expect(parts('*a [b* c](d.e)')).toEqual(['text_link[b* c] http://d.e'])
  })

  it('do not nest', () => {
    expect(parts('[a [b](c.d) e](f.g)')).toEqual(['text_link[b] http://c.d'])
  })

  it('may have brackets in the label', () => {
    expect(parts('[a [b] c](d.e)')).toEqual(['text_link[a [b] c] http://d.e'])
  })
})

describe('quotes', () => {
  it('join neighbouring lines', () => {
    const message = parse('a\n> b *c*\n>d\n\n> e\nf')
    expect(message.text).toBe('a\nb c\nd\n\ne\nf')
    expect(formattedParts(message)).toEqual(['blockquote[b c\nd]', 'bold[c]', 'blockquote[e]'])
  })

  it('are not crossed by formats', () => {
    expect(parse('*a\n> b*')).toMatchObject({ text: '*a\nb*' })
  })

  it('may hold a fenced block', () => {
    expect(parts('> ```\n> a\n> ```')).toEqual(['blockquote[a]', 'pre[a]'])
  })
})
