import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openToAll, openToOthers } from './open-to-others.ts'

let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-'))
  dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(name: string, mode: number): string {
  writeFileSync(join(folder, name), '')
  chmodSync(join(folder, name), mode)
  return join(folder, name)
}

it.each([
  [0o755, 'read and enter'],
  [0o770, 'its group change'],
  [0o711, 'enter'],
  [0o704, 'list'],
])('reports a folder of mode %o (%s)', mode => {
  chmodSync(dataDir, mode)
  expect(openToOthers([dataDir])).toBe(
    `Otros usuarios de esta máquina pueden leer o cambiar lo que Pregonero guarda. Para que solo puedas tú: chmod -R go= '${dataDir}'`,
  )
})

it('reports a file, and all open paths in one command', () => {
  chmodSync(dataDir, 0o777)
  const settings = file('.env', 0o640)
  expect(openToOthers([dataDir, settings])).toContain(` '${dataDir}' '${settings}'`)
  chmodSync(dataDir, 0o700)
  expect(openToOthers([dataDir, settings])).toContain(`go= '${settings}'`)
})

it('reports a linked file outside the closed folder by its real path', () => {
  const database = file('elsewhere.sqlite', 0o644)
  symlinkSync(database, join(dataDir, 'pregonero.sqlite'))
  expect(openToOthers([dataDir])).toContain(`go= '${database}'`)
})

it('reports the folder behind a symbolic link', () => {
  symlinkSync(dataDir, join(folder, 'link'))
  expect(openToOthers([join(folder, 'link')])).toBeNull()
  chmodSync(dataDir, 0o750)
  expect(openToOthers([join(folder, 'link')])).toContain(`go= '${dataDir}'`)
})

it('quotes paths for the shell', () => {
  expect(openToOthers([file("it's; $HOME", 0o644)])).toContain(`go= '${folder}/it'\\''s; $HOME'`)
})

it('returns null for closed paths and for missing ones', () => {
  writeFileSync(join(dataDir, 'pregonero.sqlite'), '', { mode: 0o644 })
  symlinkSync('gone', join(dataDir, 'search.sqlite'))
  expect(openToOthers([dataDir, file('.env', 0o600), join(folder, 'new')])).toBeNull()
})

it('lets a group read a given secret, and reports a world-readable one', () => {
  expect(openToAll([file('key', 0o440), file('own', 0o600), join(folder, 'gone')])).toBeNull()
  expect(openToAll([file('key', 0o440), file('shown', 0o444)])).toBe(
    `Todos los usuarios de esta máquina pueden leer o cambiar una clave de Pregonero. Para que no puedan: chmod o= '${folder}/shown'`,
  )
})
