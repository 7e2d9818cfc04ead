import { describe, expect, it } from 'vitest'
import { formsOfSecret, spreadForms } from '../../../tests/support/forms-of-secret.ts'
import { quotesToken, repeatableError, repeatableName } from './foreign-text.ts'

const secret = 'AAF0bcdefGhijk-lmnoPqrs_tuv7wxyZ123'
const token = `123456789:${secret}`

const forms = {
  ...formsOfSecret(token),
  ...Object.fromEntries(
    Object.entries({ ...formsOfSecret(secret), ...spreadForms(secret) }).map(([name, form]) => [
      `secret half, ${name}`,
      form,
    ]),
  ),
}

describe('an error text', () => {
  it.each([
    'Bad Request: can\'t parse entities: unsupported start tag "foo" at byte offset 3',
    'Bad Request: CHAT_SEND_PLAIN_FORBIDDEN',
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete it",
    'Too Many Requests: retry after 10072',
    'Forbidden: el bot no está en el chat (42).',
    '',
  ])('is repeated when it is plain words: %s', text => {
    expect(repeatableError(text, token)).toBe(text)
  })

  it.each(Object.entries(forms))('is repeated without the token: %s', (_name, form) => {
    const shown = repeatableError(`Bad Request: wrong path ${form} was asked for`, token)
    expect(quotesToken(shown, token)).toBe(false)
    for (const part of form.split(/[\s",]+/)) {
      if (part.length >= TELLING) expect(shown).not.toContain(part)
    }
  })

  it('is repeated without likely secrets, addresses and marks of direction', () => {
    expect(
      repeatableError(
        'Bad Gateway: http://user:s3cret@proxy:3128 said\u202e 987654:AAx7-Zz Basic dXNlcjpz for you',
        token,
      ),
    ).toBe('Bad Gateway: … Basic … for you')
  })

  it('is bounded to 300 characters', () => {
    expect(repeatableError('word '.repeat(200_000), token)).toHaveLength(300)
    expect(repeatableError('x'.repeat(1_000_000), token)).toBe('…')
  })
})

describe('the token', () => {
  it.each(Object.entries(forms))('is found: %s', (_name, form) => {
    expect(quotesToken(`first ${form} last`, token)).toBe(true)
  })

  it('matches neither other texts nor its bare id, nor itself if malformed', () => {
    expect(quotesToken('bot 123456789 of chat -1001234567890', token)).toBe(false)
    expect(quotesToken('Not Found', '')).toBe(false)
    expect(quotesToken('mal', 'mal')).toBe(false)
  })
})

describe('a name', () => {
  it('is reduced to one visible line without marks of direction', () => {
    expect(repeatableName(' Grupo\u202e de\r\n\tseñales\0 👨‍👩‍👧 ')).toBe('Grupo de señales 👨‍👩‍👧')
    expect(repeatableName('\u202e\n')).toBe('')
  })

  it('is cut to 128 whole characters', () => {
    expect(repeatableName('😀'.repeat(1_000))).toBe('😀'.repeat(128))
    expect(repeatableName('\ud83d')).toBe('\ufffd')
  })
})

const TELLING = 8
