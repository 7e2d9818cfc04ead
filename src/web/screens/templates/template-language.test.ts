import { describe, expect, it } from 'vitest'
import { templateMarks } from './template-language.ts'

/** Accent marks as plain text, faint marks in brackets. */
const marked = (content: string) =>
  templateMarks(content)
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, look }) =>
      look === 'accent' ? content.slice(from, to) : `[${content.slice(from, to)}]`,
    )

describe('the colours of a template', () => {
  it('accent placeholders, and dim markup and conditions', () => {
    expect(marked('**{{symbol}}** a `{{price}}`{{#if stop}} ({{stop}}){{/if}}')).toEqual([
      '[**]',
      '{{symbol}}',
      '[**]',
      '{{price}}',
      '[{{#if stop}}]',
      '{{stop}}',
      '[{{/if}}]',
    ])
  })

  it('accent a placeholder with its filters, if these exist', () => {
    expect(marked('{{price | 2 | miles}} {{{x|o "a"}}} {{a | b}}')).toEqual([
      '{{price | 2 | miles}}',
      '{{{x|o "a"}}}',
    ])
  })

  it('show an address as part of its link', () => {
    expect(marked('[Ver](https://a.b/{{c}})')).toEqual(['[[]', '[](https://a.b/{{c}})]', '{{c}}'])
  })

  it('skip text that is sent as it is', () => {
    expect(marked('2 * 3 **a {{/if}} {{else}} `b')).toEqual([])
  })

  it('dim HTML tags instead in an HTML template', () => {
    expect(marked('<b>**{{a}}**<br></b>')).toEqual(['[<b>]', '{{a}}', '[<br>]', '[</b>]'])
  })
})
