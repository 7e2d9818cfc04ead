import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { accountByEmail, createAccount, setPassword } from '#server/accounts/manage-accounts.ts'
import {
  assertChoosable,
  NewPasswordRefusedError,
} from '#server/accounts/passwords/new-passwords.ts'
import { promptPassword } from '#server/accounts/passwords/prompt-password.ts'
import { clock } from '#server/base/clock.ts'
import { removeAccount } from '#server/store/account/account.ts'
import { sweepAll } from '#server/store/account/sweeper.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import type { Store } from '#server/store/open-store.ts'
import { recordAccountEvent } from '#server/store/rows/account-events.ts'
import { listAccounts } from '#server/store/rows/accounts.ts'
import { type ApiTokenRow, listApiTokens } from '#server/store/rows/api-tokens.ts'
import { formatList, quantity } from '#shared/format.ts'
import { accountDraftSchema } from '#shared/model/account.ts'
import { type CommandCall, CommandError, inOneLine } from './command.ts'

export async function addUser({ db }: Store, call: CommandCall): Promise<string> {
  const identity = accountDraftSchema.omit({ password: true })
  const { email, name } = identity.parse({ email: call.operand, name: call.options.name })
  const { password, shown } = await choosePassword(email, call)
  const now = clock.now()
  const userId = await createAccount(db, { email, name, password }, now)
  await recordAccountEvent(db, { userId, kind: 'account-created' }, now)
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
  const { password, shown } = await choosePassword(account.email, call)
  const taken = await setPassword(db, account, password, clock.now())
  const left = whatIsLeft(await listApiTokens({ db, userId: account.id }))
  return `Contraseña cambiada: ${inOneLine(account.email)}\n${whatWasTaken(taken)}${left}${shown}`
}

function whatIsLeft(tokens: readonly Pick<ApiTokenRow, 'expires_at'>[]): string {
  const now = clock.now()
  const good = tokens.filter(({ expires_at: end }) => end === null || end > now).length
  if (good === 0) return ''
  return `Los programas siguen entrando con ${quantity(good, 'token de API', 'tokens de API')}: se quitan en Configuración → Seguridad.\n`
}

function whatWasTaken({
  hadSecondFactor,
  passkeys,
}: {
  hadSecondFactor: boolean
  passkeys: number
}): string {
  const taken = [
    ...(hadSecondFactor ? ['la verificación en dos pasos con sus códigos de recuperación'] : []),
    ...(passkeys > 0 ? [quantity(passkeys, 'llave de acceso', 'llaves de acceso')] : []),
  ]
  if (taken.length === 0) return ''
  return `Se ha quitado también: ${formatList(taken)}. Para entrar basta la contraseña.\n`
}

export async function removeUser({ db }: Store, { operand }: CommandCall): Promise<string> {
  const account = await accountByEmail(db, operand)
  await removeAccount(db, account)
  const rest = (await isSwept(db)) ? '' : 'Su historial se borra con el servidor en marcha.\n'
  return `Cuenta eliminada: ${inOneLine(account.email)}\n${rest}`
}

/** @returns false if the database was busy: a server then deletes what is left, now or after its next start */
async function isSwept(db: Store['db']): Promise<boolean> {
  try {
    await sweepAll(db)
    return true
  } catch (error) {
    if (error instanceof StoreBusyError) return false
    throw error
  }
}

/** @returns the password, and the text to print, which shows a generated one */
async function choosePassword(
  email: string,
  { options, terminal: { input, errors } }: CommandCall,
): Promise<{ password: string; shown: string }> {
  if (options['password-stdin']) {
    const password = (await text(input)).replace(/\r?\n$/, '')
    const refusal = await refusalOf(password, email)
    if (refusal !== null) throw new CommandError(refusal)
    return { password, shown: '' }
  }
  if (input.isTTY) {
    const password = await promptPassword({
      input,
      output: errors,
      refusalOf: typed => refusalOf(typed, email),
    })
    if (password === null) throw new CommandError('Cancelado.')
    return { password, shown: '' }
  }
  const password = randomBytes(15).toString('base64url')
  return { password, shown: `Contraseña: ${password}\n` }
}

/** @returns Spanish reason why it may not be chosen; null if it may */
async function refusalOf(password: string, email: string): Promise<string | null> {
  try {
    await assertChoosable(password, email)
    return null
  } catch (error) {
    if (error instanceof NewPasswordRefusedError) return error.message
    throw error
  }
}
