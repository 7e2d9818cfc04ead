import { setDefaultResultOrder } from 'node:dns'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { join } from 'node:path'
import type { App } from './app.ts'
import { type Config, readConfig, secretNames } from './base/config.ts'
import { readEnvFile, readEnvironment } from './base/environment.ts'
import { StartError } from './base/errors.ts'
import { keepMemorySmall } from './base/keep-memory-small.ts'
import { withoutLibraryVariables } from './base/library-variables.ts'
import { createLog } from './base/log.ts'
import { openToAll, openToOthers } from './base/open-to-others.ts'
import { Output } from './base/output.ts'
import { unknownVariables } from './base/unknown-variables.ts'
import { terminalLines } from './observe/terminal-lines.ts'
import { startDespiteAway } from './start-despite-away.ts'
import { type StoreAwayError, StoreBusyError, StoreFullError } from './store/engine/store-errors.ts'

// Files written from here on are accessible to their owner only.
process.umask(0o077)

// Node's default is 250 ms, which a slow connection to Telegram can exceed.
setDefaultResultOrder('ipv4first')
setDefaultAutoSelectFamilyAttemptTimeout(2_000)

const ROOT = join(import.meta.dirname, '../..')

const { promise: askedToStop, resolve } = Promise.withResolvers<void>()
let isAskedToStop = false
const output = new Output(process.stdout)
process.on('exit', () => output.flush())

try {
  const envFile = readEnvFile(ROOT)
  const unknown = unknownVariables(process.env, envFile)
  if (unknown) say(unknown)
  const config = readConfig(readEnvironment(ROOT, process.env))
  if (config.timeZoneTrouble) say(config.timeZoneTrouble)
  if (config.proxyTrouble) say(config.proxyTrouble)
  withoutLibraryVariables(process.env, config.timeZone)
  await using app = await start(config)
  const open = openToOthers([
    ...(config.secrets.databaseUrl ? [] : [config.dataDir]),
    ...(secretNames.some(name => envFile[name]) ? [join(ROOT, '.env')] : []),
  ])
  if (open) say(open)
  const openSecrets = openToAll(config.secretFiles)
  if (openSecrets) say(openSecrets)
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

// Does not wait for requests that hang on an unresponsive network.
process.exit()

/**
 * Starts the app, waiting as long as it takes for a database that goes away at any point of the start, so
 * that no supervisor has to restart the process.
 */
async function start(config: Config): Promise<App> {
  const log = createLog({ level: config.logLevel, destination: linesOf(output) })
  const usage = () => ({ cpu: process.cpuUsage(), memory: process.memoryUsage() })
  const starting = {
    patience: Number.POSITIVE_INFINITY,
    say,
    onOpened: stopOnSignals,
    onLoaded: () => keepMemorySmall(),
  }
  const onAway = (error: StoreAwayError) => {
    if (isAskedToStop) throw error
    log.warn({ err: error }, 'the database went away during the start, which begins anew')
    endOnSignals()
  }
  return await startDespiteAway(onAway, config, { log, usage }, starting)
}

/** Until this runs, a signal ends the process at once: an unfinished migration rolls back and is repeated. */
function stopOnSignals(): void {
  // Not `once`: Ctrl+C arrives twice, from the terminal and from npm.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, askToStop)
}

function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, askToStop)
}

function askToStop(): void {
  isAskedToStop = true
  resolve()
}

/** @throws the error when it is unexpected */
function explanation(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof StoreFullError) return 'No queda espacio en el disco de la base de datos.'
  if (error instanceof StoreBusyError)
    return 'La base de datos ha dejado de responder durante el arranque. Arranca Pregonero otra vez.'
  throw error
}

/** JSON lines for machines, short lines for a person at a terminal. */
function linesOf(to: Output) {
  return process.stdout.isTTY ? terminalLines(to, process.stdout.hasColors()) : to
}

function say(line: string): void {
  output.write(`${line}\n`)
}
