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
  it('make placeholders stand out, and marks and conditions step back', () => {
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

  it('take a placeholder with its filters, and only with those there are', () => {
    expect(marked('{{price | 2 | miles}} {{{x|o "a"}}} {{a | b}}')).toEqual([
      '{{price | 2 | miles}}',
      '{{{x|o "a"}}}',
    ])
  })

  it('show an address as part of its link', () => {
    expect(marked('[Ver](https://a.b/{{c}})')).toEqual(['[[]', '[](https://a.b/{{c}})]', '{{c}}'])
  })

  it('leave alone what is sent as it stands', () => {
    expect(marked('2 * 3 **a {{/if}} {{else}} `b')).toEqual([])
  })

  it('are those of HTML where the template is HTML', () => {
    expect(marked('<b>**{{a}}**<br></b>')).toEqual(['[<b>]', '{{a}}', '[<br>]', '[</b>]'])
  })
})
