import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Package = { optionalDependencies?: Record<string, string>; resolved?: string }

const { packages }: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
)

/** `npm install` drops silently what it cannot fetch for another system; `npm ci` then stops. */
const missingIn = (all: Record<string, Package>): string[] =>
  Object.entries(all).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      name => !(`${path}/node_modules/${name}` in all || `node_modules/${name}` in all),
    ),
  )

const fetchedFrom = (all: Record<string, Package>): string[] =>
  Object.values(all).flatMap(({ resolved }) => resolved ?? [])

describe('package-lock.json', () => {
  it('holds every optional dependency, for all systems', () => {
    expect(missingIn(packages)).toEqual([])
  })

  it('names no address to download from', () => {
    expect(fetchedFrom(packages)).toEqual([])
  })

  it('would be told apart from one that does not', () => {
    const damaged = {
      'node_modules/a': { optionalDependencies: { b: '1', c: '1', d: '1' } },
      'node_modules/a/node_modules/c': {},
      'node_modules/d': { resolved: 'https://packages.example/d.tgz' },
    }
    expect(missingIn(damaged)).toEqual(['b'])
    expect(fetchedFrom(damaged)).toEqual(['https://packages.example/d.tgz'])
  })
})
