/** The administration commands. They work beside a running server. */

import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import {
  AccountNotFoundError,
  accountByEmail,
  setPassword,
} from '#server/accounts/manage-accounts.ts'
import { promptPassword } from '#server/accounts/prompt-password.ts'
import { type Config, readConfig } from '#server/base/config.ts'
import { makeFolder } from '#server/base/data-folder.ts'
import { readEnvironment } from '#server/base/environment.ts'
import { errorCode, StartError } from '#server/base/errors.ts'
import { createLog, type Log } from '#server/base/log.ts'
import { accountDraftSchema, passwordSchema } from '#shared/model/account.ts'
import { createAccount, EmailTakenError } from './accounts/manage-accounts.ts'
import { removeAccount } from './store/account/account.ts'
import { sweepAll } from './store/account/sweeper.ts'
import { StoreBusyError, StoreFullError } from './store/engine/store-errors.ts'
import { openStore, type Store } from './store/open-store.ts'
import { listAccounts } from './store/rows/accounts.ts'

const help = `Administra las cuentas y la base de datos de Pregonero, también con el servidor en marcha.

Uso: npm run pregonero -- ORDEN

  user add EMAIL [--name NOMBRE] [--password-stdin]
      Crea una cuenta. Sin --name se llama como la parte del correo antes de la @.
  user list
      Muestra las cuentas.
  user password EMAIL [--password-stdin]
      Cambia la contraseña, cierra todas las sesiones de la cuenta y olvida sus intentos fallidos.
  user remove EMAIL
      Elimina la cuenta y todo lo suyo, también las alertas aún por enviar. No se puede deshacer.
  migrate
      Pone la base de datos al día con esta versión.
  move
      Traslada la instalación de DATA_DIR, con el servidor parado, al PostgreSQL vacío de
      DATABASE_URL, y compara fila a fila: todo o nada. SECRET_KEY tiene que ser la clave de
      siempre: si no la pusiste tú, está en el archivo secret.key de DATA_DIR.

La contraseña se pide dos veces. Con --password-stdin se lee de la entrada estándar; sin terminal
se inventa una y se muestra. Los datos son los de DATABASE_URL o, sin ella, los de DATA_DIR (./data
si no se dice otra cosa).
`

/** A command that cannot be carried out; the message is Spanish. */
class CommandError extends Error {
  override name = 'CommandError'
}

type Options = { name?: string; 'password-stdin'?: boolean }
type Command = {
  takesEmail: boolean
  options: readonly (keyof Options)[]
  /** @returns what to print */
  run: (email: string, options: Options) => Promise<string>
}

const commands: Readonly<Record<string, Command>> = {
  'user add': { takesEmail: true, options: ['name', 'password-stdin'], run: inStore(addUser) },
  'user list': { takesEmail: false, options: [], run: inStore(listUsers) },
  'user password': { takesEmail: true, options: ['password-stdin'], run: inStore(changePassword) },
  'user remove': { takesEmail: true, options: [], run: inStore(removeUser) },
  migrate: { takesEmail: false, options: [], run: inStore(migrate) },
  move: { takesEmail: false, options: [], run: move },
}

z.config(z.locales.es())

// Nobody else may read what a command writes.
process.umask(0o077)

// A closed standard error must not make a command fail.
process.stderr.on('error', () => {})
try {
  await print(await answer(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`${explanation(error)}\n`)
  process.exitCode = 1
}

/** @throws CommandError when the output was not written: a new password is shown only once */
async function print(said: string): Promise<void> {
  const { promise: written, resolve: done, reject } = Promise.withResolvers<void>()
  process.stdout.once('error', reject).write(said, error => (error ? reject(error) : done()))
  await written.catch(cause => {
    const code = errorCode(cause)
    throw new CommandError(`La orden está hecha, pero no se pudo mostrar su resultado (${code}).`, {
      cause,
    })
  })
}

async function answer(args: string[]): Promise<string> {
  const { command, email, options } = parseCommand(args)
  return command ? command.run(email, options) : help
}

/** @throws CommandError */
function parseCommand(args: string[]): { command?: Command; email: string; options: Options } {
  const { values, positionals } = parse(args)
  const { help: wantsHelp, ...options } = values
  const words = positionals[0] === 'user' ? 2 : 1
  const command = commands[positionals.slice(0, words).join(' ')]
  const [email = '', ...tooMuch] = positionals.slice(words)
  if (wantsHelp) return { email, options }
  if (args.length === 0) throw incomplete('Falta la orden')
  if (positionals.join() === 'user') throw incomplete(`Falta qué hacer: ${listOf('user ')}`)
  if (command?.takesEmail && email === '')
    throw incomplete(`Falta el correo: npm run pregonero -- ${positionals.join(' ')} EMAIL`)
  if (
    !command ||
    command.takesEmail !== (email !== '') ||
    tooMuch.length > 0 ||
    Object.keys(options).some(name => !command.options.some(option => option === name))
  )
    throw notUnderstood(args)
  return { command, email, options }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw notUnderstood(args, error)
  }
}

function notUnderstood(args: string[], cause?: unknown): CommandError {
  return incomplete(`No se entiende «${args.join(' ')}»`, cause)
}

function incomplete(what: string, cause?: unknown): CommandError {
  return new CommandError(`${what}. Con --help se ve lo que hay.`, { cause })
}

function listOf(beginning: string): string {
  const names = Object.keys(commands).filter(name => name.startsWith(beginning))
  return new Intl.ListFormat('es', { type: 'disjunction' }).format(names)
}

function inStore(
  run: (store: Store, email: string, options: Options) => Promise<string>,
): Command['run'] {
  return async (email, options) => {
    await using store = await openOwnStore()
    const said = await run(store, email, options)
    store.notices.tell({ kind: 'anything' })
    return said
  }
}

function ownConfig(): Config {
  return readConfig(readEnvironment(resolve(import.meta.dirname, '../..'), process.env))
}

function openOwnStore(): Promise<Store> {
  const config = ownConfig()
  const { dataDir, secrets } = config
  const opening = { log: logBeside(config), say }
  if (secrets.databaseUrl) return openStore({ databaseUrl: secrets.databaseUrl }, opening)
  makeFolder(dataDir)
  return openStore({ dataDir }, opening)
}

/** Logs to standard error: standard output is the command's answer alone. */
function logBeside({ logLevel }: Config): Log {
  return createLog({ level: logLevel, destination: process.stderr })
}

async function addUser({ db }: Store, address: string, options: Options): Promise<string> {
  const identity = accountDraftSchema.omit({ password: true })
  const { email, name } = identity.parse({ email: address, name: options.name })
  const { password, shown } = await choosePassword(options)
  await createAccount(db, { email, name, password }, Date.now())
  return `Cuenta creada: ${email}\n${shown}`
}

async function listUsers({ db }: Store): Promise<string> {
  const accounts = await listAccounts(db)
  if (accounts.length === 0) return 'No hay cuentas.\n'
  return accounts
    .map(
      ({ email, name, createdAt }) =>
        `${inOneLine(email)}\t${inOneLine(name)}\t${createdAt.slice(0, 10)}\n`,
    )
    .join('')
}

/** A name that an earlier version let in may break lines, steer the terminal or turn the writing round. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\u{fffd}')
}

async function changePassword({ db }: Store, email: string, options: Options): Promise<string> {
  const account = await accountByEmail(db, email)
  const { password, shown } = await choosePassword(options)
  await setPassword(db, account, password, Date.now())
  return `Contraseña cambiada: ${inOneLine(account.email)}\n${shown}`
}

async function removeUser({ db }: Store, email: string): Promise<string> {
  const account = await accountByEmail(db, email)
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

async function migrate({ migrated }: Store): Promise<string> {
  return migrated.length === 0
    ? 'La base de datos ya estaba al día.\n'
    : `La base de datos está al día. Aplicado: ${migrated.join(', ')}\n`
}

async function move(): Promise<string> {
  const config = ownConfig()
  const { dataDir, secrets } = config
  const { databaseUrl, secretKey } = secrets
  if (!databaseUrl || !secretKey)
    throw new CommandError('Falta DATABASE_URL: pon en ella la dirección de un PostgreSQL vacío.')
  // Imported here because only this command needs PostgreSQL's driver.
  const { moveStore } = await import('#server/store/move/move-store.ts')
  const place = { dataDir, databaseUrl, secretKey }
  const opening = { log: logBeside(config), say }
  const moving = moveStore(place, showProgress, opening)
  const { tables, file } = await moving.finally(() => showProgress())
  const widest = Math.max(...tables.map(({ title }) => title.length))
  const lines = tables.map(
    ({ title, rows }) => `  ${title.padEnd(widest)}  ${rows.toLocaleString('es').padStart(9)}\n`,
  )
  return `Trasladado, y comparado fila a fila:

${lines.join('')}
Arranca Pregonero con DATABASE_URL y la misma SECRET_KEY: las direcciones de los webhooks no cambian.
Los datos anteriores quedan de copia en ${file}.
No vuelvas a arrancar con ellos: se enviaría otra vez lo que estaba por enviar.
`
}

/** On standard error, because a script may read the answer. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** One line in a terminal; without a step the line is cleared. */
function showProgress(step?: 'copy' | 'compare', title = '', rows = 0): void {
  if (!process.stderr.isTTY) return
  const done = step && `${step === 'copy' ? 'Copia' : 'Compara'}: ${title}, ${rows} filas`
  process.stderr.write(`\r\x1b[K${done ?? ''}`)
}

/** @returns the password, and what to print: a generated one is shown */
async function choosePassword(options: Options): Promise<{ password: string; shown: string }> {
  if (options['password-stdin']) {
    const line = (await text(process.stdin)).replace(/\r?\n$/, '')
    return { password: passwordSchema.parse(line), shown: '' }
  }
  if (process.stdin.isTTY) {
    const typed = await promptPassword({ input: process.stdin, output: process.stderr })
    if (typed === null) throw new CommandError('Cancelado.')
    return { password: passwordSchema.parse(typed), shown: '' }
  }
  const password = randomBytes(15).toString('base64url')
  return { password, shown: `Contraseña: ${password}\n` }
}

function explanation(error: unknown): string {
  if (error instanceof CommandError || error instanceof StartError) return error.message
  if (error instanceof z.ZodError) return error.issues.map(issue => issue.message).join('\n')
  if (error instanceof EmailTakenError) return 'Ya existe una cuenta con ese correo electrónico.'
  if (error instanceof AccountNotFoundError) return 'No hay ninguna cuenta con ese correo.'
  if (error instanceof StoreFullError) return 'No queda espacio en el disco de la base de datos.'
  if (error instanceof StoreBusyError) return 'La base de datos está ocupada. Inténtalo de nuevo.'
  return `Error inesperado: ${error instanceof Error ? error.message : String(error)}`
}
