import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeholdersOf, templateTokens } from './template-tokens.ts'

describe('placeholdersOf', () => {
  it('lists each key of all three forms once, in order', () => {
    const template = '{{#if notes}}{{{notes}}}{{/if}} {{symbol}} {{ price }} {{symbol}} {{a.b-c_0}}'
    expect(placeholdersOf(template)).toEqual(['notes', 'symbol', 'price', 'a.b-c_0'])
  })

  it('lists keys without their filters', () => {
    expect(placeholdersOf('{{price | 2 | miles}} {{{x|o "a b"}}} {{a | b}}')).toEqual([
      'price',
      'x',
    ])
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
  ])('finds no key in %s', template => {
    expect(placeholdersOf(template)).toEqual([])
  })
})

describe('the filters of a placeholder', () => {
  const filtersOf = (template: string) => {
    const [token, ...others] = templateTokens(template)
    return others.length === 0 && token?.kind === 'value' ? token.filters : undefined
  }

  it.each([
    ['{{x | 0}}', [{ kind: 'decimals', digits: 0 }]],
    ['{{x|8|miles}}', [{ kind: 'decimals', digits: 8 }, { kind: 'thousands' }]],
    ['{{{ x | mayúsculas }}}', [{ kind: 'uppercase' }]],
    ['{{x | MAYUSCULAS | Minu\u0301sculas}}', [{ kind: 'uppercase' }, { kind: 'lowercase' }]],
    ['{{x | fecha|hora | hace}}', [{ kind: 'date' }, { kind: 'time' }, { kind: 'ago' }]],
    ['{{x | o"|—|" }}', [{ kind: 'default', text: '|—|' }]],
    ['{{x | o ""}}', [{ kind: 'default', text: '' }]],
  ])('are read from %s', (template, filters) => {
    expect(filtersOf(template)).toEqual(filters)
  })

  it.each([
    ...[
      '{{a | b}}',
      '{{x | 2 | b}}',
      '{{x | 9}}',
      '{{x | 12}}',
      '{{x | 02}}',
      '{{x |}}',
      '{{x | | 2}}',
    ],
    ...[
      '{{| 2}}',
      '{{x | o}}',
      '{{x | o —}}',
      '{{x | o "a}}',
      '{{x | o "a"b"}}',
      '{{x | o "{a}"}}',
    ],
    ...[
      `{{x ${'| 2'.repeat(11)}}}`,
      '{{x\n| 2}}',
      '{{x | o "a\nb"}}',
      '{{x || 2}}',
      '{{#if x | 2}}',
      '{{x 2}}',
      '{{else | 2}}',
    ],
  ])('are invalid in %j, which stays text', template => {
    expect(templateTokens(template)).toEqual([{ kind: 'text', source: template }])
  })
})

/** Tags without filters. */
const PLAIN_TAG =
  /\{\{\{[ \t]*(?<raw>[\p{L}\p{M}\p{N}_.-]+)[ \t]*\}\}\}|\{\{[ \t]*(?<value>[\p{L}\p{M}\p{N}_.-]+)[ \t]*\}\}|\{\{[ \t]*#[ \t]*if[ \t]+(?<condition>[\p{L}\p{M}\p{N}_.-]+)[ \t]*\}\}|\{\{[ \t]*\/[ \t]*if[ \t]*\}\}/gu

const plainTags = (template: string) =>
  Array.from(template.matchAll(PLAIN_TAG), ({ 0: source, index, groups }) => ({
    source,
    index,
    key: groups?.raw ?? groups?.value ?? groups?.condition,
  })).filter(({ key }) => key !== 'else')

const fragment = fc.oneof(
  fc.constantFrom(
    ...['{', '{{', '{{{', '}', '}}', '}}}', '|', ' | ', 'a', 'price', 'else', ' ', '\t', '\n', '"'],
    ...[
      '#if ',
      '/if',
      '{{a}}',
      '{{{a}}}',
      '{{#if a}}',
      '{{/if}}',
      'o',
      'o "',
      'b',
      '9',
      '{{a | b}}',
    ],
    ...['{{a | b | c}}', '{{{a | b}}}', '{{a | o x}}', '{{a||a}}', '😀', 'ñ'],
  ),
  fc.string({ maxLength: 3 }),
)

describe('a template without filters', () => {
  it('has the tags of the syntax without filters', () => {
    const template = fc
      .array(fragment, { maxLength: 30 })
      .map(parts => parts.join(''))
      .filter(text => !/\|[ \t]*([0-8]|o[ \t]*")/i.test(text))
    fc.assert(
      fc.property(template, content => {
        const tokens = templateTokens(content)
        expect(tokens.map(({ source }) => source).join('')).toBe(content)
        let index = 0
        const tags = tokens.flatMap(token => {
          const at = index
          index += token.source.length
          if (token.kind === 'text') return []
          const key = token.kind === 'end-if' ? undefined : token.key
          return { source: token.source, index: at, key }
        })
        expect(tags).toEqual(plainTags(content))
      }),
      { numRuns: 1_000 },
    )
  })
})

it('reads hostile templates in reasonable time', () => {
  const units = ['{{a | ', '{{a|b', '{{a | o "', '| 2 ', '{{', 'a|', '{{a | 2 | ', '"', '{{a \t']
  for (const unit of units) {
    const content = unit.repeat(200_000 / unit.length)
    for (const template of [content, `{{a${content}`, `{{a | o "${content}`]) {
      expect(
        templateTokens(template)
          .map(({ source }) => source)
          .join(''),
      ).toBe(template)
    }
  }
})
