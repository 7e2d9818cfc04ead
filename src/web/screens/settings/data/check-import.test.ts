import { expect, it } from 'vitest'
import { MAX_IMPORT_BYTES } from '#shared/limits.ts'
import { danglingWords, failingWords, readdressedWords } from '../words.ts'
import {
  checkChosenFile,
  danglingReferences,
  failingAlerts,
  readdressedConnections,
} from './check-import.ts'

const setUp = (over: object) =>
  ({
    connections: [{ id: 'c', name: 'Oro', templateId: 't' }],
    messageTemplates: [{ id: 't' }],
    tradingViewAlertConfigs: [{ name: 'Cruce', connectionId: 'c' }],
    ...over,
  }) as never

it('accepts a file that contains everything it refers to', () => {
  expect(danglingWords(danglingReferences(setUp({})))).toEqual([])
})

it('reports missing references and their effect', () => {
  expect(danglingWords(danglingReferences(setUp({ messageTemplates: [] })))).toEqual([
    '1 conexión sin su plantilla («Oro»): sus alertas fallarán hasta que le elijas otra.',
  ])
  const tradingViewAlertConfigs = ['A', 'B', 'C', 'D', 'E'].map(name => ({
    name,
    connectionId: name === 'B' ? 'c' : 'gone',
  }))
  expect(danglingWords(danglingReferences(setUp({ tradingViewAlertConfigs })))).toEqual([
    '4 configuraciones sin su conexión («A», «C», «D» y 1 más): se conservan, y su JSON no sirve hasta que les elijas otra.',
  ])
})

it('reports each kind of reference separately', () => {
  const words = danglingWords(
    danglingReferences(
      setUp({
        connections: [1, 2].map(n => ({ id: `x${n}`, name: `N${n}`, templateId: 'gone' })),
      }),
    ),
  )
  expect(words).toEqual([
    '1 configuración sin su conexión («Cruce»): se conserva, y su JSON no sirve hasta que le elijas otra.',
    '2 conexiones sin su plantilla («N1» y «N2»): sus alertas fallarán hasta que les elijas otra.',
  ])
})

it('counts the waiting alerts of connections that the file lacks', () => {
  const connections = [
    { id: 'a', pending: 3 },
    { id: 'b', pending: 1_200 },
    { id: 'c', pending: 4 },
  ]
  const count = failingAlerts(connections, { connections: [{ id: 'a' }] as never })
  expect(count).toBe(1_204)
  expect(failingWords(count)).toContain('1.204 alertas aún por enviar son de conexiones')
  expect(failingWords(1)).toContain('1 alerta aún por enviar es de una conexión')
})

it('names the connections whose webhook gets another address', () => {
  const connections = [
    { id: 'a', name: 'Oro' },
    { id: 'b', name: 'Plata', addresses: ['b', 'c'] },
    { id: 'd', name: 'Cobre', addresses: ['e'] },
  ] as never
  expect(readdressedConnections({ connections }, ['c', 'e', 'x'])).toEqual(['Plata', 'Cobre'])
  expect(readdressedConnections({ connections }, [])).toEqual([])
  expect(readdressedWords(['Oro'])).toContain('El id de «Oro» ya lo usa otra cuenta')
  expect(readdressedWords(['Oro', 'Plata'])).toContain('Los ids de «Oro» y «Plata» ya los usan')
})

const size = 100

it('accepts JSON files by their name or type', () => {
  expect(checkChosenFile({ name: 'pregonero.JSON', type: '', size })).toBeNull()
  expect(checkChosenFile({ name: 'pregonero', type: 'application/json', size })).toBeNull()
  for (const name of ['foto.png', 'json', 'pregonero.json.zip'])
    expect(checkChosenFile({ name, type: '', size })).toBe(
      'Por favor, selecciona un archivo JSON válido.',
    )
})

it('accepts up to five megabytes', () => {
  const ofSize = (bytes: number) => checkChosenFile({ name: 'a.json', type: '', size: bytes })
  expect(ofSize(MAX_IMPORT_BYTES)).toBeNull()
  expect(ofSize(MAX_IMPORT_BYTES + 1)).toBe('El archivo pesa demasiado: como máximo 5 MB.')
})
