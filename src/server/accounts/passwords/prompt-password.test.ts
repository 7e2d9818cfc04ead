import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { passwordTexts } from '#shared/texts/sign-in.ts'
import { promptPassword } from './prompt-password.ts'

async function type(keys: string) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const refusalOf = async (password: string) => (password === 'corta' ? 'Demasiado corta.' : null)
  const asking = promptPassword({ input, output, refusalOf })
  input.write(keys)
  const password = await asking
  output.end()
  return { password, shown: await text(output) }
}

describe('promptPassword', () => {
  it('returns a password typed twice alike, and never shows it', async () => {
    const { password, shown } = await type('secreta 1\rsecreta 1\r')
    expect(password).toBe('secreta 1')
    expect(shown).toBe(`${passwordTexts.rule}\nContraseña nueva: \nOtra vez: \n`)
  })

  it('asks again when the two passwords differ', async () => {
    const { password, shown } = await type('una\rotra\rtercera\rtercera\r')
    expect(password).toBe('tercera')
    expect(shown).toContain('No coinciden. Contraseña nueva: ')
  })

  it('says at once why a password is refused, and asks for another', async () => {
    const { password, shown } = await type('corta\rsecreta 1\rsecreta 1\r')
    expect(password).toBe('secreta 1')
    expect(shown).toContain('Contraseña nueva: \nDemasiado corta. Contraseña nueva: \nOtra vez: \n')
  })

  it.each([
    ['Ctrl+C', 'secreta\r\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('returns null at %s', async (_name, keys) => {
    expect((await type(keys)).password).toBeNull()
  })
})
