import { expect, it } from 'vitest'
import { passwordTexts } from '#shared/texts/sign-in.ts'
import { assertChoosable } from './new-passwords.ts'

const refusalOf = (password: string) =>
  assertChoosable(password, 'marta@example.com').then(
    () => null,
    (error: Error) => error.message,
  )

/**
 * Entries of the list with ten characters or more: the first, in two cases, one from the middle, one in
 * capitals there, and the last.
 */
it.each(['qwertyuiop', 'QwertyUiop', 'polinochka', 'MAILCREATED5240', 'vjht123jltccf'])(
  'refuses the leaked password %s',
  async password => expect(await refusalOf(password)).toBe(passwordTexts.leaked),
)

it('accepts an unleaked password, even if it contains leaked ones', async () => {
  for (const password of ['caballo-lento-azul', 'qwertyuiop\npolinochka', 'polinochka de ayer'])
    expect(await refusalOf(password)).toBeNull()
})

it('refuses a short password and the e-mail address, each with its reason', async () => {
  expect(await refusalOf('qwerty')).toBe(passwordTexts.tooShort)
  expect(await refusalOf('marta@example.com')).toBe(passwordTexts.guessable)
})
