/** The administration commands. All but `move` and `restore` also work while a server runs. */

import { setDefaultResultOrder } from 'node:dns'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { AccountNotFoundError, EmailTakenError } from '#server/accounts/manage-accounts.ts'
import { type Config, readConfig } from '#server/base/config.ts'
import { readEnvironment } from '#server/base/environment.ts'
import { errorCode, StartError } from '#server/base/errors.ts'
import { createLog } from '#server/base/log.ts'
import { addUser, changePassword, listUsers, removeUser } from './commands/accounts.ts'
import { backup, restore } from './commands/backups.ts'
import {
  type Command,
  CommandError,
  type Options,
  type RunAnyway,
  type Terminal,
} from './commands/command.ts'
import { migrate, move } from './commands/database.ts'
import { inStore } from './commands/in-store.ts'
import { rotateKey } from './commands/rotate-key.ts'
import { StoreBusyError, StoreFullError } from './store/engine/store-errors.ts'

// Same address order as in the server.
setDefaultResultOrder('ipv4first')

const help = `Administra las cuentas y la base de datos de Pregonero, también con el servidor en marcha.

Uso: npm run pregonero -- ORDEN

  user add EMAIL [--name NOMBRE] [--password-stdin]
      Crea una cuenta. Sin --name se llama como la parte del correo antes de la @.
  user list
      Muestra las cuentas.
  user password EMAIL [--password-stdin]
      Cambia la contraseña, quita la verificación en dos pasos y las llaves de acceso, cierra
      todas las sesiones de la cuenta y olvida sus intentos fallidos.
  user remove EMAIL
      Elimina la cuenta y todo lo suyo, también las alertas aún por enviar. No se puede deshacer.
  migrate
      Pone la base de datos al día con esta versión.
  doctor
      Comprueba la configuración, los archivos, la base de datos, la dirección pública, Telegram
      y los bots, y dice cómo arreglar lo que falla. No cambia nada; termina con 1 si algo falla.
  move
      Traslada la instalación de DATA_DIR, con el servidor parado, al PostgreSQL vacío de
      DATABASE_URL, y compara fila a fila: todo o nada. SECRET_KEY tiene que ser la clave de
      siempre: si no la pusiste tú, está en el archivo secret.key de DATA_DIR.
  backup ARCHIVO [--with-key]
      Copia todo lo guardado en un archivo nuevo, con el servidor en marcha o parado, y lo compara.
      Con --with-key la copia lleva también la clave: quien la tenga puede leer los tokens.
  restore ARCHIVO [--force]
      Pone lo que hay en una copia en una instalación vacía, con el servidor parado: todo o nada.
      Con --force sustituye lo que haya, y prescinde de los tokens si se ha perdido su clave.
  rotate-key [--retire]
      Con SECRET_KEY=«nueva,anterior» sella todo con la nueva, con el servidor en marcha. Sin SECRET_KEY
      hace primero la nueva en el archivo secret.key; con --retire saca de ahí la anterior.

La contraseña se pide dos veces. Con --password-stdin se lee de la entrada estándar; sin terminal
se inventa una y se muestra. Los datos son los de DATABASE_URL o, sin ella, los de DATA_DIR (./data
si no se dice otra cosa).
`

const commands = new Map<string, Command>(
  Object.entries<Command>({
    'user add': { operand: 'EMAIL', options: ['name', 'password-stdin'], run: inStore(addUser) },
    'user list': { options: [], run: inStore(listUsers) },
    'user password': {
      operand: 'EMAIL',
      options: ['password-stdin'],
      run: inStore(changePassword),
    },
    'user remove': { operand: 'EMAIL', options: [], run: inStore(removeUser) },
    migrate: { options: [], run: inStore(migrate) },
    move: { options: [], run: move },
    backup: { operand: 'ARCHIVO', options: ['with-key'], run: backup },
    restore: { operand: 'ARCHIVO', options: ['force'], run: restore },
    'rotate-key': { options: ['retire'], run: inStore(rotateKey) },
    doctor: { options: [], runAnyway: diagnose },
  }),
)

/** Messages for a missing operand. */
const missing = { EMAIL: 'Falta el correo', ARCHIVO: 'Falta el archivo' }

z.config(z.locales.es())

// Files written by a command are accessible to their owner only.
process.umask(0o077)

// A closed standard error must not make a command fail.
process.stderr.on('error', () => {})
try {
  const { said, isTrouble } = await answer(process.argv.slice(2))
  await print(said)
  if (isTrouble) process.exitCode = 1
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

/** @property isTrouble true if the command is done but reports a problem */
async function answer(args: string[]): Promise<{ said: string; isTrouble?: boolean }> {
  const { command, operand, options } = parseCommand(args)
  if (!command) return { said: help }
  const folder = resolve(import.meta.dirname, '../..')
  if ('runAnyway' in command) return command.runAnyway(folder, process.env)
  const config = readConfig(readEnvironment(folder, process.env))
  return { said: await command.run({ operand, options, config, terminal: terminal(config) }) }
}

/** @throws CommandError */
function parseCommand(args: string[]): { command?: Command; operand: string; options: Options } {
  const { values, positionals } = parse(args)
  const { help: wantsHelp, ...options } = values
  const words = positionals[0] === 'user' ? 2 : 1
  const command = commands.get(positionals.slice(0, words).join(' '))
  const [operand = '', ...tooMuch] = positionals.slice(words)
  if (wantsHelp) return { operand, options }
  if (args.length === 0) throw incomplete('Falta la orden')
  if (positionals.join() === 'user') throw incomplete(`Falta qué hacer: ${listOf('user ')}`)
  if (command?.operand && operand === '') {
    const usage = `npm run pregonero -- ${positionals.join(' ')} ${command.operand}`
    throw incomplete(`${missing[command.operand]}: ${usage}`)
  }
  if (
    !command ||
    (command.operand === undefined) !== (operand === '') ||
    tooMuch.length > 0 ||
    Object.keys(options).some(name => !command.options.some(option => option === name))
  )
    throw notUnderstood(args)
  return { command, operand, options }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        'with-key': { type: 'boolean' },
        force: { type: 'boolean' },
        retire: { type: 'boolean' },
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

/** Loaded on demand: it takes a moment, and only this command needs it. */
async function diagnose(...place: Parameters<RunAnyway>): ReturnType<RunAnyway> {
  const { doctor } = await import('./commands/doctor.ts')
  return doctor(...place)
}

function listOf(beginning: string): string {
  const names = [...commands.keys()].filter(name => name.startsWith(beginning))
  return new Intl.ListFormat('es', { type: 'disjunction' }).format(names)
}

function terminal({ logLevel }: Config): Terminal {
  const { stdin: input, stderr: errors } = process
  return {
    input,
    errors,
    log: createLog({ level: logLevel, destination: errors }),
    say: line => void errors.write(`${line}\n`),
    progress: (line = '') => void (errors.isTTY && errors.write(`\r\x1b[K${line}`)),
  }
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
