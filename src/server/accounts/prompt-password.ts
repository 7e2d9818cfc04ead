import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/**
 * Asks for a new password until it is typed twice alike. The input is not shown.
 * @returns null when the user cancels (Ctrl+C, end of input)
 */
export async function promptPassword({
  input,
  output,
}: {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
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
  for (;;) {
    const password = await ask('Contraseña nueva: ')
    const again = password === null ? null : await ask('Otra vez: ')
    if (password === null || again === null) return null
    if (password === again) return password
    output.write('No coinciden. ')
  }
}
