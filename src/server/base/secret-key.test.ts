// @module-tag server
import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from './errors.ts'
import { loadSecretKey } from './secret-key.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secret-key-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const load = () => loadSecretKey({ dataDir, fromEnv: undefined })

describe('loadSecretKey', () => {
  it('creates a key in a single file with mode 0600', () => {
    const key = load()
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(`${key}\n`)
  })

  it('creates the file with mode 0600 even in a shared folder behind a link', () => {
    const mask = process.umask(0)
    try {
      const shared = join(dataDir, 'shared')
      mkdirSync(shared, { mode: 0o777 })
      symlinkSync(shared, join(dataDir, 'link'))
      loadSecretKey({ dataDir: join(dataDir, 'link'), fromEnv: undefined })
      expect(statSync(join(shared, 'secret.key')).mode & 0o777).toBe(0o600)
    } finally {
      process.umask(mask)
    }
  })

  it('reads the same key on later starts', () => {
    expect(load()).toBe(load())
  })

  it('takes the configured key and keeps no file', () => {
    const fromEnv = 'k'.repeat(32)
    expect(loadSecretKey({ dataDir, fromEnv })).toBe(fromEnv)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('returns the same key to processes that start at once', async () => {
    const start = `
      import { loadSecretKey } from ${JSON.stringify(import.meta.resolve('./secret-key.ts'))}
      process.stdout.write(loadSecretKey({ dataDir: process.argv[1], fromEnv: undefined }))`
    const starts = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', start, dataDir]),
    )
    const keys = (await Promise.all(starts)).map(({ stdout }) => stdout)
    expect(new Set(keys)).toEqual(new Set([load()]))
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
  })

  it.each(['', '\n', 'half-a-key'])('refuses the damaged file «%s» and leaves it', content => {
    writeFileSync(join(dataDir, 'secret.key'), content)
    expect(load).toThrow(StartError)
    expect(load).toThrow(/secret\.key está vacío o incompleto: recupéralo de una copia\./)
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(content)
  })

  it('throws a StartError when the file cannot be read', () => {
    mkdirSync(join(dataDir, 'secret.key'))
    expect(load).toThrow(StartError)
    expect(load).toThrow(/No se puede leer .*secret\.key \(EISDIR\)/)
  })

  it('throws a StartError when the key cannot be saved', () => {
    const source = { dataDir: join(dataDir, 'missing'), fromEnv: undefined }
    expect(() => loadSecretKey(source)).toThrow(StartError)
    expect(() => loadSecretKey(source)).toThrow(
      /No se puede guardar la clave secreta en .* \(ENOENT\)/,
    )
  })
})
