import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root, run } from './run.mjs'

export const sources = [
  'src/web',
  'src/shared',
  'docs/screenshots',
  'scripts/web',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
const stamp = join(root, 'dist', 'web.sha256')

/** Builds the interface unless it is up to date. Resolves to true if it is built. */
export async function ensureWebBuilt() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()) return true
  console.error('Preparando la interfaz…')
  if ((await buildWeb()) === 0) return true
  console.error('No se pudo preparar la interfaz; el motivo está en las líneas de arriba.')
  return false
}

/** Builds the interface into `dist/web`. Resolves to Vite's exit status. */
export async function buildWeb(runIt = run) {
  const hash = sourcesHash()
  const status = await runIt('vite', ['build', '--logLevel', 'warn'])
  if (status !== 0) return status
  await compressAssets()
  writeFileSync(stamp, hash)
  return status
}

/** Compresses at build time, once and at the highest level, rather than on each request. */
async function compressAssets() {
  const folder = join(root, 'dist', 'web', 'assets')
  if (!existsSync(folder)) return
  const names = readdirSync(folder).filter(file => /\.(css|js)$/.test(file))
  await Promise.all(
    names.map(async name => {
      const path = join(folder, name)
      const plain = readFileSync(path)
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(plain, { params: brotli(plain) }))
      writeFileSync(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }))
    }),
  )
}

/** Files for which the best quality takes seconds, like the API reference, get the next best. */
const brotli = ({ length }) => ({
  [constants.BROTLI_PARAM_QUALITY]: length > LONG_BYTES ? 9 : constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
})

const LONG_BYTES = 1_000_000

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
