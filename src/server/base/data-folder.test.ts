// @module-tag server
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from './data-folder.ts'
import { StartError } from './errors.ts'

let parent: string
let dir: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-folder-'))
  dir = join(parent, 'new', 'data')
})
afterEach(() => rmSync(parent, { recursive: true }))

/** Another process that holds the folder until it is killed. */
async function serveElsewhere() {
  const program = `
    import { openDataFolder } from ${JSON.stringify(import.meta.resolve('./data-folder.ts'))}
    globalThis.folder = openDataFolder(process.argv[1])
    process.stdout.write('open')
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dir])
  await once(child.stdout, 'data')
  return child
}

describe('openDataFolder', () => {
  it('creates a missing folder with mode 0700', () => {
    using folder = openDataFolder(dir)
    expect(folder.path).toBe(dir)
    expect(statSync(dir).mode & 0o777).toBe(0o700)
  })

  it('refuses a folder that another server uses, in one sentence', async () => {
    const other = await serveElsewhere()
    try {
      expect(() => openDataFolder(dir)).toThrow(StartError)
      expect(() => openDataFolder(dir)).toThrow(
        `La carpeta de datos ${dir} ya la usa otro Pregonero en marcha: detenlo primero, o pon otra carpeta en DATA_DIR.`,
      )
    } finally {
      other.kill()
      await once(other, 'exit')
    }
  })

  it('opens the folder as soon as the other server is killed', async () => {
    const other = await serveElsewhere()
    other.kill('SIGKILL')
    await once(other, 'exit')
    using folder = openDataFolder(dir)
    expect(folder.path).toBe(dir)
  })

  it('holds the folder until it is disposed', () => {
    const folder = openDataFolder(dir)
    expect(() => openDataFolder(dir)).toThrow(/ya la usa otro Pregonero/)
    folder[Symbol.dispose]()
    using again = openDataFolder(dir)
    expect(again.path).toBe(dir)
  })

  it('throws a StartError when the path is no folder', () => {
    writeFileSync(join(parent, 'file'), '', { mode: 0o755 })
    symlinkSync(join(parent, 'gone'), join(parent, 'dangling'))
    symlinkSync('circle', join(parent, 'circle'))
    for (const name of [
      'file',
      'file/data',
      'dangling',
      'dangling/data',
      'circle',
      'x'.repeat(300),
    ]) {
      const path = join(parent, name)
      expect(() => openDataFolder(path)).toThrow(StartError)
      expect(() => openDataFolder(path)).toThrow(`No se puede usar la carpeta de datos ${path}: `)
    }
  })

  it('fails at once where no folder can be created', () => {
    const program = `
      import { openDataFolder } from ${JSON.stringify(import.meta.resolve('./data-folder.ts'))}
      try { openDataFolder('/proc/nope') } catch ({ message }) { process.stdout.write(message) }`
    const args = ['--input-type=module', '-e', program]
    const { stdout } = spawnSync(process.execPath, args, { timeout: 10_000, encoding: 'utf8' })
    expect(stdout).toMatch(/^No se puede usar la carpeta de datos \/proc\/nope: /)
  })

  it('fails when the lock file is no database', () => {
    openDataFolder(dir)[Symbol.dispose]()
    writeFileSync(
      join(dir, 'lock.sqlite'),
      'not a database, but long enough to be taken for one'.repeat(20),
    )
    expect(() => openDataFolder(dir)).toThrow(/No se puede usar la carpeta de datos/)
  })
})
