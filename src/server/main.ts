import { setDefaultResultOrder } from 'node:dns'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { join } from 'node:path'
import { startApp } from './app.ts'
import { readConfig } from './base/config.ts'
import { readEnvFile, readEnvironment } from './base/environment.ts'
import { StartError } from './base/errors.ts'
import { createLog } from './base/log.ts'
import { Output } from './base/output.ts'
import { tellUnknown } from './base/unknown-variables.ts'
import { StoreBusyError, StoreFullError } from './store/engine/store-errors.ts'

// Node gives up on an address family after 250 ms, which a slow line to Telegram can take.
setDefaultResultOrder('ipv4first')
setDefaultAutoSelectFamilyAttemptTimeout(2_000)

const ROOT = join(import.meta.dirname, '../..')

const { promise: askedToStop, resolve: askToStop } = Promise.withResolvers<unknown>()
const output = new Output(process.stdout)

try {
  const unknown = tellUnknown(process.env, readEnvFile(ROOT))
  if (unknown) say(unknown)
  const config = readConfig(readEnvironment(ROOT, process.env))
  await using app = await startApp(
    config,
    { log: createLog({ level: config.logLevel, destination: output }) },
    // It is there as soon as its database is, whoever else looks after it.
    { patience: Number.POSITIVE_INFINITY, say, onOpened: heedSignals },
  )
  say(
    config.role === 'worker'
      ? `Pregonero está en marcha y entrega alertas; su estado: http://${config.host}:${app.port}/readyz`
      : `Pregonero está en marcha en ${config.publicUrl}`,
  )
  if (app.registrationCode)
    say(`Crea la primera cuenta en ${config.publicUrl}/login?alta=${app.registrationCode}`)
  await askedToStop
  say('Pregonero se detiene: termina lo que está enviando…')
} catch (error) {
  new Output(process.stderr).write(`${explanation(error)}\n`)
  process.exitCode = 1
}

// Whatever still hangs on a network that swallows everything is not waited for.
process.exit()

/** Before, a signal ends the process at once: whatever it is at is undone, and begun anew next time. */
function heedSignals(): void {
  // Until the end: Ctrl+C arrives twice, from the terminal and from whoever started this.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, askToStop)
}

/** @throws what nobody has an explanation for */
function explanation(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof StoreFullError) return 'No queda espacio en el disco de la base de datos.'
  if (error instanceof StoreBusyError)
    return 'La base de datos ha dejado de responder durante el arranque. Arranca Pregonero otra vez.'
  throw error
}

function say(line: string): void {
  output.write(`${line}\n`)
}
