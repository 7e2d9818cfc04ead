import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { accountByEmail, createAccount, setPassword } from '#server/accounts/manage-accounts.ts'
import { promptPassword } from '#server/accounts/prompt-password.ts'
import { removeAccount } from '#server/store/account/account.ts'
import { sweepAll } from '#server/store/account/sweeper.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import type { Store } from '#server/store/open-store.ts'
import { listAccounts } from '#server/store/rows/accounts.ts'
import { accountDraftSchema, passwordSchema } from '#shared/model/account.ts'
import { type CommandCall, CommandError, inOneLine } from './command.ts'

export async function addUser({ db }: Store, call: CommandCall): Promise<string> {
  const identity = accountDraftSchema.omit({ password: true })
  const { email, name } = identity.parse({ email: call.operand, name: call.options.name })
  const { password, shown } = await choosePassword(call)
  await createAccount(db, { email, name, password }, Date.now())
  return `Cuenta creada: ${email}\n${shown}`
}

export async function listUsers({ db }: Store): Promise<string> {
  const accounts = await listAccounts(db)
  if (accounts.length === 0) return 'No hay cuentas.\n'
  return accounts
    .map(
      ({ email, name, createdAt }) =>
        `${inOneLine(email)}\t${inOneLine(name)}\t${createdAt.slice(0, 10)}\n`,
    )
    .join('')
}

export async function changePassword({ db }: Store, call: CommandCall): Promise<string> {
  const account = await accountByEmail(db, call.operand)
  const { password, shown } = await choosePassword(call)
  await setPassword(db, account, password, Date.now())
  return `Contraseña cambiada: ${inOneLine(account.email)}\n${shown}`
}

export async function removeUser({ db }: Store, { operand }: CommandCall): Promise<string> {
  const account = await accountByEmail(db, operand)
  await removeAccount(db, account)
  const rest = (await isSwept(db)) ? '' : 'Su historial se borra con el servidor en marcha.\n'
  return `Cuenta eliminada: ${inOneLine(account.email)}\n${rest}`
}

/** @returns false when a server has to do the rest, now or when it starts */
async function isSwept(db: Store['db']): Promise<boolean> {
  try {
    await sweepAll(db)
    return true
  } catch (error) {
    if (error instanceof StoreBusyError) return false
    throw error
  }
}

/** @returns the password, and what to print: a generated one is shown */
async function choosePassword({
  options,
  terminal: { input, errors },
}: CommandCall): Promise<{ password: string; shown: string }> {
  if (options['password-stdin']) {
    const line = (await text(input)).replace(/\r?\n$/, '')
    return { password: passwordSchema.parse(line), shown: '' }
  }
  if (input.isTTY) {
    const typed = await promptPassword({ input, output: errors })
    if (typed === null) throw new CommandError('Cancelado.')
    return { password: passwordSchema.parse(typed), shown: '' }
  }
  const password = randomBytes(15).toString('base64url')
  return { password, shown: `Contraseña: ${password}\n` }
}
