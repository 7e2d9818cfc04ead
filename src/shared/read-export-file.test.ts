import { describe, expect, it } from 'vitest'
import { defaultWidgets } from './dashboard-layout.ts'
import {
  ExportFileError,
  parseExportFile,
  readExportFile,
  readExportFileInSteps,
} from './read-export-file.ts'

const connection = (over: object = {}) => ({
  id: 'c1',
  name: 'Oro',
  telegramBotToken: `123456789:${'A'.repeat(35)}`,
  telegramChatId: '-1001234567890',
  templateId: 't1',
  ...over,
})
const template = (over: object = {}) => ({
  id: 't1',
  name: 'Señal',
  content: '{{symbol}}',
  ...over,
})
const config = (over: object = {}) => ({
  id: 'v1',
  name: 'Cruce',
  connectionId: 'c1',
  templateFields: { symbol: '{{ticker}}' },
  ...over,
})
const file = (over: object = {}) => ({
  exportFormatVersion: 1,
  exportedAt: '2026-11-21T00:00:00.000Z',
  connections: [connection()],
  messageTemplates: [template()],
  tradingViewAlertConfigs: [config()],
  dashboardWidgets: [...defaultWidgets],
  ...over,
})

/** Message with which a file is refused; empty if it is accepted. */
function refusal(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof ExportFileError) return error.message
    throw error
  }
  return ''
}

describe('an export file', () => {
  it('is read one item per step', () => {
    const things = Array.from({ length: 50 }, (_, n) => n)
    const many = file({
      connections: things.map(n => connection({ id: `c${n}` })),
      messageTemplates: things.map(n => template({ id: `t${n}` })),
      tradingViewAlertConfigs: things.map(n => config({ id: `v${n}` })),
    })
    const steps = [...readExportFileInSteps(many)]
    expect(steps).toHaveLength(150 + defaultWidgets.length)
    expect(readExportFile(many).connections).toHaveLength(50)
  })

  it('needs only the specified fields; omitted ones have defaults', () => {
    expect(readExportFile(file())).toEqual({
      connections: [
        {
          ...connection(),
          description: '',
          tags: [],
          isActive: true,
          groupBursts: true,
          markLate: true,
          addText: true,
          neverShown: [],
          topicId: null,
          silent: false,
          linkPreview: true,
          protectContent: false,
        },
      ],
      messageTemplates: [template()],
      tradingViewAlertConfigs: [
        { ...config(), tradingViewConditionNotes: '', tradingViewFrequencyNotes: '' },
      ],
      dashboardWidgets: [...defaultWidgets],
    })
  })

  it('may give a chat as a number, read with all its digits', () => {
    const chats = ['-1001234567890', '9007199254740993', '-9007199254740995']
    for (const chat of chats) {
      const text = JSON.stringify(file({ connections: [connection({ telegramChatId: 'CHAT' })] }))
      const read = parseExportFile(text.replace('"CHAT"', ` ${chat}\n`))
      expect(read.connections[0]?.telegramChatId).toBe(chat)
    }
    const read = readExportFile(file({ connections: [connection({ telegramChatId: -1001 })] }))
    expect(read.connections[0]?.telegramChatId).toBe('-1001')
  })

  it('may give the topic «General» as 1', () => {
    const read = readExportFile(file({ connections: [connection({ topicId: 1 })] }))
    expect(read.connections[0]?.topicId).toBeNull()
  })

  it('keeps texts that look like a chat id', () => {
    const content = '{"telegramChatId": 12, \\"telegramChatId": 13}'
    const text = JSON.stringify(file({ messageTemplates: [template({ content })] }), null, 2)
    expect(parseExportFile(text).messageTemplates[0]?.content).toBe(content)
  })

  it('may be empty, and may refer to items it does not contain', () => {
    const nothing = { connections: [], messageTemplates: [], tradingViewAlertConfigs: [] }
    expect(readExportFile(file({ ...nothing, dashboardWidgets: [] })).connections).toEqual([])
    const read = readExportFile(file({ messageTemplates: [], connections: [] }))
    expect(read.tradingViewAlertConfigs[0]?.connectionId).toBe('c1')
  })

  it('may contain unknown fields of any depth, which are dropped', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const text = JSON.stringify(file({ connections: [connection({ extra: 'HERE' })] }))
    const read = parseExportFile(text.replace('"HERE"', deep))
    expect(Object.keys(read.connections[0] ?? {})).not.toContain('extra')
  })

  it('has U+0000 and lone surrogates replaced in its texts', () => {
    const text = JSON.stringify(file({ messageTemplates: [template({ name: 'NAME' })] }))
    const read = parseExportFile(text.replace('NAME', ' a\\u0000\\ud800b\\ud83d\\ude80 '))
    expect(read.messageTemplates[0]?.name).toBe('a\ufffd\ufffdb🚀')
  })

  it('cannot pollute prototypes', () => {
    const text = JSON.stringify(file({ tradingViewAlertConfigs: [config({ FIELDS: 1 })] }))
    const poison = '"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}'
    const read = parseExportFile(text.replace('"FIELDS":1', poison))
    expect(read.tradingViewAlertConfigs).toHaveLength(1)
    const fields = parseExportFile(
      text.replace('"FIELDS":1', '"x":1').replace('"symbol"', '"constructor":"a","__proto__"'),
    ).tradingViewAlertConfigs[0]?.templateFields
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
    expect(Object.hasOwn(fields ?? {}, 'constructor')).toBe(true)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })
})

const version = 'Versión de formato de exportación faltante o inválida.'
const arrays = 'El archivo de importación no tiene la estructura esperada (faltan arrays de datos).'
const tooNew = (n: number) =>
  `El archivo fue exportado con una versión más nueva (v${n}). Esta aplicación soporta hasta v1.`

describe('a broken export file', () => {
  it.each([
    ['cut off', '{"exportFormatVersion":1,"conn'],
    ['empty', ''],
    ['no JSON', '<html>'],
  ])('is refused as invalid JSON: %s', (_what, text) => {
    expect(refusal(() => parseExportFile(text))).toBe('Formato JSON inválido.')
  })

  it.each([null, [], 'texto', 1, {}])('is refused for a missing version: %j', given => {
    expect(refusal(() => readExportFile(given))).toBe(version)
  })

  it.each([undefined, null, '2', true, [2], Number.NaN, Number.POSITIVE_INFINITY])(
    'is refused for the version %s',
    exportFormatVersion => {
      expect(refusal(() => readExportFile(file({ exportFormatVersion })))).toBe(version)
    },
  )

  it.each([0, -1, 0.5])('is refused for version %d, before the first', exportFormatVersion => {
    expect(refusal(() => readExportFile(file({ exportFormatVersion })))).toBe(
      `El archivo dice ser de la versión v${exportFormatVersion}, y la primera es la v1. Expórtalo otra vez.`,
    )
  })

  it('is refused for a newer version, whatever else it has', () => {
    expect(refusal(() => readExportFile(file({ exportFormatVersion: 2 })))).toBe(tooNew(2))
    expect(refusal(() => readExportFile({ exportFormatVersion: 99 }))).toBe(tooNew(99))
    expect(refusal(() => readExportFile({ exportFormatVersion: 1.5 }))).toBe(tooNew(1.5))
    expect(refusal(() => readExportFile({ exportFormatVersion: 2 ** 60 }))).toBe(tooNew(2 ** 60))
  })

  it.each([
    { connections: undefined },
    { messageTemplates: {} },
    { tradingViewAlertConfigs: null },
    { dashboardWidgets: 'x' },
  ])('is refused without its lists: %o', over => {
    expect(refusal(() => readExportFile(file(over)))).toBe(arrays)
  })

  it.each<[string, object, string]>([
    ['an item', { connections: [null] }, 'Conexión 1: Tiene que ser un objeto.'],
    [
      'a field that is missing',
      { connections: [connection(), connection({ id: 'c2', telegramBotToken: undefined })] },
      'Conexión 2 («Oro»), Token de Bot: Falta.',
    ],
    [
      'a type',
      { messageTemplates: [template({ content: 7 })] },
      'Plantilla 1 («Señal»), Contenido: Tiene que ser un texto.',
    ],
    [
      'a token',
      { connections: [connection({ telegramBotToken: 'hola' })] },
      'Conexión 1 («Oro»), Token de Bot: El token no tiene la forma de los de Telegram (123456789:AAE…). Cópialo entero desde @BotFather.',
    ],
    [
      'a chat',
      { connections: [connection({ telegramChatId: 'mi grupo' })] },
      'Conexión 1 («Oro»), ID de Chat: El ID de chat es un número (-1001234567890 en grupos y canales) o el @nombre de un canal público.',
    ],
    [
      'a chat of which digits are lost',
      { connections: [connection({ telegramChatId: 2 ** 53 })] },
      'Conexión 1 («Oro»), ID de Chat: El número es demasiado largo para leerlo sin perder cifras. Escríbelo entre comillas.',
    ],
    [
      'half a chat',
      { connections: [connection({ telegramChatId: 1.5 })] },
      'Conexión 1 («Oro»), ID de Chat: El ID de chat es un número (-1001234567890 en grupos y canales) o el @nombre de un canal público.',
    ],
    [
      'a topic',
      { connections: [connection({ topicId: 'x' })] },
      'Conexión 1 («Oro»), Tema del foro: El tema es un número.',
    ],
    [
      'notes',
      { tradingViewAlertConfigs: [config({ tradingViewConditionNotes: 1 })] },
      'Configuración TV 1 («Cruce»), Notas de condición: Tiene que ser un texto.',
    ],
    [
      'tags',
      { connections: [connection({ tags: [...'abcdefghijk'] })] },
      'Conexión 1 («Oro»), Etiquetas: Como máximo 10 etiquetas.',
    ],
    [
      'a tag',
      { connections: [connection({ tags: ['a', 1] })] },
      'Conexión 1 («Oro»), Etiquetas, 2: Tiene que ser un texto.',
    ],
    [
      'an id',
      { connections: [connection({ id: '../../etc' })] },
      'Conexión 1 («Oro»), Identificador: Solo admite letras sin acento, números, guiones y guiones bajos (de 1 a 128).',
    ],
    [
      'a name',
      { connections: [connection({ name: 'x'.repeat(1_000_000) })] },
      `Conexión 1 («${'x'.repeat(40)}…»), Nombre de Conexión: Como máximo 200 caracteres.`,
    ],
    [
      'a reference',
      { connections: [connection({ templateId: '' })] },
      'Conexión 1 («Oro»), Plantilla de Mensaje: Está vacío.',
    ],
    [
      'a switch',
      { connections: [connection({ isActive: 1 })] },
      'Conexión 1 («Oro»), Activa: Tiene que ser sí o no (true o false).',
    ],
    [
      'fields',
      { tradingViewAlertConfigs: [config({ templateFields: [] })] },
      'Configuración TV 1 («Cruce»), Campos de la plantilla: Tiene que ser un objeto.',
    ],
    [
      'a field',
      { tradingViewAlertConfigs: [config({ templateFields: { symbol: {} } })] },
      'Configuración TV 1 («Cruce»), Campos de la plantilla, symbol: Tiene que ser un texto.',
    ],
    [
      'a repeated connection',
      { connections: [connection(), connection({ name: 'Plata' })] },
      'Conexión 2 («Plata»): Tiene el mismo identificador que la número 1.',
    ],
    [
      'a repeated template',
      { messageTemplates: [template(), template()] },
      'Plantilla 2 («Señal»): Tiene el mismo identificador que la número 1.',
    ],
    [
      'a repeated configuration',
      { tradingViewAlertConfigs: [config(), config()] },
      'Configuración TV 2 («Cruce»): Tiene el mismo identificador que la número 1.',
    ],
    [
      'too many configurations of a connection',
      {
        tradingViewAlertConfigs: Array.from({ length: 101 }, (_, n) => config({ id: `v${n}` })),
      },
      'Configuración TV 101 («Cruce»): Una conexión puede tener como máximo 100 configuraciones.',
    ],
    [
      'a widget',
      { dashboardWidgets: [{ ...defaultWidgets[0], order: 'x' }] },
      'Widget 1 («Resumen global»), Orden: Tiene que ser un número.',
    ],
    [
      'too many widgets, with those that it does not name',
      {
        dashboardWidgets: Array.from({ length: 45 }, (_, order) => ({
          id: `W${order}`,
          name: 'W',
          isVisible: true,
          order,
        })),
      },
      'Como máximo 50 widgets.',
    ],
  ])('is refused with the place of the fault: %s', (_what, over, message) => {
    expect(refusal(() => readExportFile(file(over)))).toBe(message)
  })

  it('is refused with screen labels instead of field names', () => {
    const [good] = [readExportFile(file())]
    for (const list of ['connections', 'messageTemplates', 'tradingViewAlertConfigs'] as const)
      for (const key of Object.keys(good[list][0] ?? {})) {
        const broken = [{ ...good[list][0], [key]: Symbol('of no type') }]
        const message = refusal(() => readExportFile(file({ [list]: broken })))
        expect.soft(message, `${list}, ${key}`).toMatch(/, [A-Z][^:]+: /)
        expect.soft(message).not.toMatch(new RegExp(`, ${key}:`))
      }
  })

  it.each<[string, object, RegExp]>([
    ['items', { connections: Array(200_000).fill({}) }, /^Como máximo 1\.000 conexiones\.$/],
    [
      'tags',
      { connections: [connection({ tags: Array(500_000).fill(1) })] },
      /Etiquetas: .* 10 etiq/,
    ],
    [
      'fields',
      {
        tradingViewAlertConfigs: [
          config({
            templateFields: Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [n, n])),
          }),
        ],
      },
      /Campos de la plantilla: Como máximo 200 campos/,
    ],
  ])('is refused for too many %s, without checking each', (_what, over, message) => {
    expect(refusal(() => readExportFile(file(over)))).toMatch(message)
  })
})
