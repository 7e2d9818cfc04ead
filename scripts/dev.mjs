import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { root, start } from './run.mjs'

if (!(await ensureInstalled())) process.exit(1)

const settings = join(root, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)
const HOST = '127.0.0.1'
const PORT = process.env.PORT || '8080'

const watching = ['--watch', '--watch-preserve-output', 'src/server/main.ts']
const server = start('node', watching, { variables: { HOST, PORT } })
const web = start('vite', ['--logLevel', 'warn'], {
  variables: { PREGONERO_SERVER: `http://${HOST}:${PORT}` },
})
console.log('Pregonero en desarrollo: http://localhost:5173 (se recarga solo)')

process.exitCode = await Promise.race([server.ended, web.ended])
server.stop('SIGTERM')
web.stop('SIGTERM')
