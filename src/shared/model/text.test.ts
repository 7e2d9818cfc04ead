import { describe, expect, it } from 'vitest'
import { accountDraftSchema } from './account.ts'
import { connectionDraftSchema } from './connection.ts'
import { tagsSchema } from './tags.ts'
import { templateDraftSchema } from './template.ts'
import { nameSchema } from './text.ts'

const typed = 'a\0b\u{d83d}c😀'
const stored = 'a\u{fffd}b\u{fffd}c😀'

describe('U+0000 and lone surrogates', () => {
  it('become U+FFFD in a connection', () => {
    const draft = {
      name: typed,
      telegramBotToken: `7000000001:${'A'.repeat(35)}`,
      telegramChatId: '42',
      description: typed,
      tags: [typed, stored],
    }
    expect(connectionDraftSchema.parse(draft)).toMatchObject({
      ...draft,
      name: stored,
      description: stored,
      tags: [stored],
    })
  })

  it('become U+FFFD in a template', () => {
    const draft = { name: typed, content: typed }
    expect(templateDraftSchema.parse(draft)).toEqual({ name: stored, content: stored })
  })

  it('become U+FFFD in an account', () => {
    const draft = { email: 'marta@example.com', name: typed, password: 'una contraseña larga' }
    expect(accountDraftSchema.parse(draft)).toEqual({ ...draft, name: stored })
  })
})

describe('a name', () => {
  it('has line breaks and control characters replaced by a space', () => {
    expect(nameSchema.parse('Ana\t2026\r\n\u001b[2Keva@example.com\u2028x\u0085\u007f')).toBe(
      'Ana 2026 [2Keva@example.com x ',
    )
    expect(tagsSchema.parse(['or\no', '\t', ' oro\n'])).toEqual(['or o', 'oro'])
  })

  it('stays as it is in any script', () => {
    for (const name of ['Ñandú 1ª', '👩‍👩‍👧', 'عربي', '日本'])
      expect(nameSchema.parse(name)).toBe(name)
  })
})
