import { setDefaultResultOrder } from 'node:dns'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { join } from 'node:path'
import { startApp } from './app.ts'
import { readConfig } from './base/config.ts'
import { readEnvironment } from './base/environment.ts'
import { createLog } from './base/log.ts'
import { Output } from './base/output.ts'
import { StartError } from './base/start-error.ts'

// Node gives up on an address family after 250 ms, which a slow line to Telegram can take.
setDefaultResultOrder('ipv4first')
setDefaultAutoSelectFamilyAttemptTimeout(2_000)

// Listened to until the end: Ctrl+C arrives twice, from the terminal and from whoever started this.
const askedToStop = new Promise(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, resolve)
})

const output = new Output(process.stdout)

try {
  const config = readConfig(readEnvironment(join(import.meta.dirname, '../..'), process.env))
  await using app = await startApp(config, {
    log: createLog({ level: config.logLevel, destination: output }),
  })
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
  if (!(error instanceof StartError)) throw error
  new Output(process.stderr).write(`${error.message}\n`)
  process.exitCode = 1
}

// Whatever still hangs on a network that swallows everything is not waited for.
process.exit()

function say(line: string): void {
  output.write(`${line}\n`)
}
