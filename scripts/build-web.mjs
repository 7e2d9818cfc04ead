import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root, run } from './run.mjs'

export const sources = [
  'src/web',
  'src/shared',
  'docs/screenshots',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
const stamp = join(root, 'dist', 'web.sha256')

/** Builds the interface, unless it stands already. Resolves with whether it does. */
export async function ensureWebBuilt() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()) return true
  console.error('Preparando la interfaz…')
  if ((await buildWeb()) === 0) return true
  console.error('No se pudo preparar la interfaz; el motivo está en las líneas de arriba.')
  return false
}

/** Builds the interface into `dist/web`. Resolves with Vite's exit status. */
export async function buildWeb(runIt = run) {
  const hash = sourcesHash()
  const status = await runIt('vite', ['build', '--logLevel', 'warn'])
  if (status !== 0) return status
  compressAssets()
  writeFileSync(stamp, hash)
  return status
}

/** Once, rather than for everybody who asks. */
function compressAssets() {
  const folder = join(root, 'dist', 'web', 'assets')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter(file => /\.(css|js)$/.test(file)))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name))))
}

function sourcesHash() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesOf)) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path))
    .filter(name => !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap(name => filesOf(join(path, name)))
}
