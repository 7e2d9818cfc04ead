import { createServer } from 'node:net'
import { readConfig } from '#server/base/config.ts'
import { StartError } from '#server/base/errors.ts'
import { withoutLibraryVariables } from '#server/base/library-variables.ts'
import { startDemo } from './start-demo.ts'

const FIRST_PORT = 8_081

// Handlers stay until the end: Ctrl+C arrives twice, from the terminal and from the parent process.
const askedToStop = new Promise(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve)
})

try {
  const { PORT, TZ } = process.env
  withoutLibraryVariables(process.env, readConfig({ TZ }).timeZone)
  const port = PORT ? readConfig({ PORT }).port : await freePortFrom(FIRST_PORT)
  await using demo = await startDemo({ port })
  console.log(`La demostración de Pregonero está en marcha en ${demo.url}`)
  console.log(`Correo electrónico: ${demo.email}`)
  console.log(`Contraseña: ${demo.password}`)
  console.log(`Un registro de TradingView para probar Conciliación: ${demo.log}`)
  console.log('Los envíos son simulados y, al pararla con Ctrl+C, no queda nada de ella.')
  await askedToStop
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

process.exit()

async function freePortFrom(port: number): Promise<number> {
  const server = createServer()
  const isFree = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return isFree ? port : freePortFrom(port + 1)
}
