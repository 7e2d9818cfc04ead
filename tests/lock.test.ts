// @module-tag server
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

type Package = {
  version?: string
  optionalDependencies?: Record<string, string>
  resolved?: string
  integrity?: string
  bin?: Record<string, string>
}

const root = join(import.meta.dirname, '..')

const { packages }: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)

/** `npm install` silently drops optional packages that it cannot fetch for another system; `npm ci` then fails. */
const missingIn = (all: Record<string, Package>): string[] =>
  Object.entries(all).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      name => !(`${path}/node_modules/${name}` in all || `node_modules/${name}` in all),
    ),
  )

const fetchedFrom = (all: Record<string, Package>): string[] =>
  Object.values(all).flatMap(({ resolved }) => resolved ?? [])

/** Paths without an integrity hash, except the project itself, whose path is empty. */
const withoutIntegrity = (all: Record<string, Package>): string[] =>
  Object.entries(all).flatMap(([path, { integrity }]) => (path === '' || integrity ? [] : path))

describe('package-lock.json', () => {
  it('holds every optional dependency, for all systems', () => {
    expect(missingIn(packages)).toEqual([])
  })

  it('names no download URL', () => {
    expect(fetchedFrom(packages)).toEqual([])
  })

  it('holds the integrity of everything that is fetched', () => {
    expect(withoutIntegrity(packages)).toEqual([])
  })

  it('holds Node.js in one version, only in the packages of each system', () => {
    const runtimes = Object.entries(packages).filter(([, { bin }]) => bin?.node)
    expect(runtimes.map(([path]) => path.replace('node_modules/', ''))).toEqual(
      Object.keys(packages['']?.optionalDependencies ?? {}),
    )
    expect(new Set(runtimes.map(([, { version }]) => version)).size).toBe(1)
  })

  it('fails these three checks when damaged', () => {
    const damaged = {
      '': {},
      'node_modules/a': { optionalDependencies: { b: '1', c: '1', d: '1' } },
      'node_modules/a/node_modules/c': {},
      'node_modules/d': { resolved: 'https://packages.example/d.tgz' },
    }
    expect(missingIn(damaged)).toEqual(['b'])
    expect(fetchedFrom(damaged)).toEqual(['https://packages.example/d.tgz'])
    expect(withoutIntegrity({ ...damaged, 'node_modules/e': { integrity: 'sha512-e' } })).toEqual(
      Object.keys(damaged).slice(1),
    )
  })
})

it('blocks install scripts of packages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'install-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = (path: string, content: object) =>
    writeFile(join(folder, path), JSON.stringify(content))
  await cp(join(root, '.npmrc'), join(folder, '.npmrc'))
  await mkdir(join(folder, 'greedy'))
  await write('package.json', { dependencies: { greedy: 'file:greedy' } })
  await write('greedy/package.json', {
    name: 'greedy',
    version: '1.0.0',
    scripts: { preinstall: 'touch before', postinstall: 'touch after' },
  })
  await promisify(execFile)('npm', ['install', '--offline', '--no-audit'], { cwd: folder })
  expect(await readdir(join(folder, 'node_modules'))).toContain('greedy')
  expect(await readdir(join(folder, 'greedy'))).toEqual(['package.json'])
})
