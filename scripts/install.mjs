import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNpm } from './run.mjs'

const modules = join(root, 'node_modules')
const runtime = join(modules, '.bin', 'node')

/** Installs the packages of the lock file unless they are installed. Resolves to true if they are. */
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
    status === 0 && !hasRuntime()
      ? `El Node.js de Pregonero no se pudo descargar o no funciona en este sistema (${process.platform}, ${process.arch}): hace falta Linux con glibc (Alpine no vale) y libatomic1 (en Debian y Ubuntu: apt install libatomic1), macOS o, en Windows, WSL; en x64 o arm64.`
      : 'No se pudieron instalar las dependencias: comprueba la conexión a internet y el espacio en disco, y repite la orden.',
  )
  return false
}

/** Compares npm's record of its installation; packages for other systems are optional and left out. */
function isInstalled() {
  if (!hasRuntime()) return false
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

/** True if the project's own Node runs: it may be missing, or be for another system. */
function hasRuntime() {
  linkRuntime()
  return spawnSync(runtime, ['--version'], { stdio: 'ignore' }).status === 0
}

/**
 * Links this system's Node among the tools. npm does so too, but npm 10 removes the link again with
 * the packages for other systems, which have the same one.
 */
function linkRuntime() {
  if (existsSync(runtime)) return
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = Object.keys(optionalDependencies).find(one =>
    existsSync(join(modules, one, 'bin', 'node')),
  )
  if (name === undefined) return
  rmSync(runtime, { force: true })
  symlinkSync(join('..', name, 'bin', 'node'), runtime)
}
