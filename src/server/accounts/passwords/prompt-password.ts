import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { passwordTexts } from '#shared/texts/sign-in.ts'

/**
 * Prompts for a new password until an acceptable one is typed twice alike. The input is not shown.
 * @param options.refusalOf says why a password may not be chosen; null if it may
 * @returns null when the user cancels (Ctrl+C, end of input)
 */
export async function promptPassword({
  input,
  output,
  refusalOf,
}: {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
  refusalOf: (password: string) => Promise<string | null>
}): Promise<string | null> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  using reader = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  const lines = reader[Symbol.asyncIterator]()
  const ask = async (question: string): Promise<string | null> => {
    output.write(question)
    const { done, value } = await lines.next()
    output.write('\n')
    return done ? null : value
  }
  output.write(`${passwordTexts.rule}\n`)
  for (;;) {
    const password = await ask('Contraseña nueva: ')
    if (password === null) return null
    const refusal = await refusalOf(password)
    if (refusal !== null) {
      output.write(`${refusal} `)
      continue
    }
    const again = await ask('Otra vez: ')
    if (again === null) return null
    if (password === again) return password
    output.write('No coinciden. ')
  }
}
