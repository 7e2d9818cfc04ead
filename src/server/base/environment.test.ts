import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEnvironment } from './environment.ts'
import { StartError } from './errors.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'environment-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('readEnvironment', () => {
  it('returns the process environment when there is no .env', () => {
    expect(readEnvironment(folder, { PORT: '9000' })).toEqual({ PORT: '9000' })
  })

  it('reads the .env beside package.json', () => {
    writeFileSync(
      join(folder, '.env'),
      '# comentario\r\nPORT=9000\r\nPUBLIC_URL="https://a.example"\n',
    )
    expect(readEnvironment(folder, {})).toEqual({ PORT: '9000', PUBLIC_URL: 'https://a.example' })
  })

  it('prefers a set variable to the file, but not an empty one', () => {
    writeFileSync(join(folder, '.env'), 'PORT=9000\nHOST=0.0.0.0\nLOG_LEVEL=\n')
    expect(readEnvironment(folder, { PORT: '9001', HOST: ' ' })).toEqual({
      PORT: '9001',
      HOST: '0.0.0.0',
    })
  })

  it('refuses to start on a .env that cannot be read', () => {
    mkdirSync(join(folder, '.env'))
    expect(() => readEnvironment(folder, {})).toThrow(StartError)
    expect(() => readEnvironment(folder, {})).toThrow(/No se puede leer .*\.env: revisa/)
  })
})
