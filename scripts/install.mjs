import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNpm } from './run.mjs'

/** Installs what the lock file asks for, unless it stands already. Resolves with whether it does. */
export async function ensureInstalled() {
  if (isInstalled()) return true
  console.error('Instalando dependencias…')
  const status = await runNpm([
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (status === 0 && isInstalled()) return true
  console.error(
    'No se pudieron instalar las dependencias: comprueba la conexión a internet y el espacio en disco, y repite la orden.',
  )
  return false
}

/** npm writes down what it installed; packages for other systems are optional and left out. */
function isInstalled() {
  if (!existsSync(join(root, 'node_modules', '.bin', 'node'))) return false
  const installed = packagesOf(join('node_modules', '.package-lock.json'))
  return Object.entries(packagesOf('package-lock.json')).every(
    ([path, { optional, version }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional),
  )
}

function packagesOf(lockFile) {
  const path = join(root, lockFile)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}
