import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasGreenRun } from './green-run.mjs'
import { root, run } from './run.mjs'

const UNRELEASED = /^## \S+ \(unreleased\)\n([\s\S]*?)(?=^## |$(?![\s\S]))/m

process.exitCode = await release(process.argv[2] ?? '')

/** Makes the commit and the tag of a version, without pushing them. */
async function release(version) {
  const refusal = whyNot(version)
  if (refusal !== null) return refuse(refusal)
  if (!hasGreenRun())
    return refuse(
      'Faltan todas las pruebas: «npm run test:all» tiene que haber pasado en los últimos siete días, sobre esta versión o una anterior de ella.',
    )
  const notes = notesOf(read('CHANGELOG.md'))
  if ((await run('node', [join('scripts', 'check.mjs')])) !== 0)
    return refuse('«npm run check» no pasa: no se publica nada.')
  if (git('status', '--porcelain') !== '')
    return refuse('La comprobación dejó cambios en el árbol.')
  writeVersion(version)
  git('commit', '--quiet', '--all', '--message', `chore: release ${version}`)
  git(
    'tag',
    '--annotate',
    '--cleanup=verbatim',
    tagOf(version),
    '--message',
    `${version}\n\n${notes}`,
  )
  console.log(`La versión ${version} está lista. Para publicarla: git push --follow-tags`)
  return 0
}

function refuse(reason) {
  console.error(reason)
  return 1
}

/** Reason why this version can't be made now; null if it can. */
function whyNot(version) {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version))
    return 'Di qué versión, con tres números: npm run release -- 0.2.0'
  const { version: present } = JSON.parse(read('package.json'))
  if (isOlder(version, present))
    return `La versión ${version} es anterior a la ${present} de package.json.`
  if (git('tag', '--list', tagOf(version)) !== '') return `La etiqueta ${tagOf(version)} ya existe.`
  if (git('status', '--porcelain') !== '')
    return 'Hay cambios sin confirmar: confírmalos o deshazlos antes.'
  if (notesOf(read('CHANGELOG.md')) === '')
    return 'CHANGELOG.md no dice nada nuevo: escribe una sección «## … (unreleased)» con lo que cambia.'
  return null
}

function tagOf(version) {
  return `v${version}`
}

function isOlder(version, other) {
  const [a, b] = [version, other].map(text => text.split('.').map(Number))
  const at = a.findIndex((number, place) => number !== b[place])
  return at !== -1 && a[at] < b[at]
}

/** Unreleased section of the changelog; empty without such a section. */
function notesOf(changelog) {
  return UNRELEASED.exec(changelog)?.[1].trim() ?? ''
}

function writeVersion(version) {
  for (const path of ['package.json', 'package-lock.json'])
    edit(path, text => {
      const manifest = JSON.parse(text)
      manifest.version = version
      if (manifest.packages) manifest.packages[''].version = version
      return `${JSON.stringify(manifest, null, 2)}\n`
    })
  const day = new Date().toISOString().slice(0, 10)
  edit('CHANGELOG.md', text => text.replace(/^## \S+ \(unreleased\)$/m, `## ${version} (${day})`))
}

function read(path) {
  return readFileSync(join(root, path), 'utf8')
}

function edit(path, change) {
  writeFileSync(join(root, path), change(read(path)))
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
