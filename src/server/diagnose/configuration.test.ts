import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readWhatHolds } from '#server/base/config.ts'
import type { Environment } from '#server/base/environment.ts'
import { checkConfiguration } from './configuration.ts'
import { checkFiles } from './files.ts'
import { inTwo } from './finding.ts'
import { checkClock } from './telegram.ts'

const proxyOf = (env: Environment) =>
  checkConfiguration(readWhatHolds(env).config, { mistakes: [], unknownNames: null }).find(
    ({ what }) => what === 'Proxy',
  )

describe('checkConfiguration', () => {
  it.each([
    [{ PUBLIC_URL: 'https://a.example.com' }, 'wrong', 'TRUST_PROXY=1'],
    [{ PUBLIC_URL: 'https://a.example.com', TRUST_PROXY: '1' }, 'ok', undefined],
    [
      { PUBLIC_URL: 'http://a.example.com', PORT: '80', TRUST_PROXY: '1' },
      'wrong',
      'TRUST_PROXY=0',
    ],
    [{ PUBLIC_URL: 'http://a.example.com', PORT: '80' }, 'wrong', 'HOST=0.0.0.0'],
    [{ PUBLIC_URL: 'http://a.example.com', PORT: '80', HOST: '0.0.0.0' }, 'ok', undefined],
    [{}, 'ok', undefined],
  ])('rates the proxy settings in %j as %s', (env, state, remedy) => {
    const found = proxyOf(env)
    expect(found?.state).toBe(state)
    if (remedy) expect(found?.remedy).toContain(remedy)
  })
})

it('reports files that others may read, with the command that closes them', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'pregonero-'))
  const dataDir = join(folder.path, 'data')
  const envFile = join(folder.path, '.env')
  const key = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { mode: 0o755 })
  writeFileSync(key, 'corta', { mode: 0o600 })
  writeFileSync(envFile, 'SECRET_KEY=x', { mode: 0o644 })
  const files = { dataDir, envFile, secretFiles: [], isInPostgres: false, keyFromEnv: undefined }
  const states = Object.fromEntries(checkFiles(files).map(({ what, state }) => [what, state]))
  expect(states).toMatchObject({
    'Permisos de la carpeta': 'wrong',
    'Permisos de .env': 'wrong',
    'Clave secreta': 'wrong',
  })
  expect(checkFiles(files)[1]?.remedy).toContain(`chmod -R go= '`)
})

it('accepts a clock 9 s off, and reports one 11 s off', () => {
  const stateOf = (offset: number | null) => checkClock('Reloj', offset, 'Telegram').state
  expect([stateOf(null), stateOf(9_000), stateOf(-11_000)]).toEqual(['unknown', 'ok', 'wrong'])
  expect(checkClock('Reloj', 90_000, 'Telegram').detail).toBe(
    'Va 90 s adelantado respecto al de Telegram.',
  )
})

it('splits a message into its first sentence and the remedy', () => {
  expect(inTwo('Esto pasa. Haz esto. Y esto.')).toEqual(['Esto pasa.', 'Haz esto. Y esto.'])
  expect(inTwo('Solo esto.')).toEqual(['Solo esto.', ''])
})
