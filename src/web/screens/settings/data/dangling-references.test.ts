import { expect, it } from 'vitest'
import { danglingReferences, danglingWords } from './dangling-references.ts'

const setUp = (over: object) =>
  ({
    connections: [{ id: 'c', name: 'Oro', templateId: 't' }],
    messageTemplates: [{ id: 't' }],
    tradingViewAlertConfigs: [{ name: 'Cruce', connectionId: 'c' }],
    ...over,
  }) as never

it('says nothing of a file that holds all that it names', () => {
  expect(danglingWords(danglingReferences(setUp({})))).toEqual([])
})

it('says what is missing and what becomes of what misses it', () => {
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

it('tells of each by itself', () => {
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
