import { describe, expect, it } from 'vitest'
import { checkTemplate } from '#shared/message/check/check-template.ts'
import { problemLines } from './template-problems.ts'

const told = (content: string) =>
  problemLines(content, checkTemplate(content)).map(({ line, reason }) => `${line}: ${reason}`)

describe('the problems of a template by line', () => {
  it('have line numbers that count empty lines', () => {
    expect(told('*a\n\n\n{{/if}} b')).toEqual([
      '1: * está sin pareja: se enviará tal cual.',
      '4: Este {{/if}} no cierra ningún {{#if}}: se enviará tal cual.',
    ])
  })

  it('appear once per line', () => {
    expect(told('{{/if}}{{/if}}\n{{/if}} *a')).toEqual([
      '1: Este {{/if}} no cierra ningún {{#if}}: se enviará tal cual.',
      '2: Este {{/if}} no cierra ningún {{#if}}: se enviará tal cual.',
      '2: * está sin pareja: se enviará tal cual.',
    ])
  })

  it('are absent for a valid template', () => {
    expect(told('**{{symbol}}**\n')).toEqual([])
  })
})
