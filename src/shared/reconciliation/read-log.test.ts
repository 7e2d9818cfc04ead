import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { decodeLog } from './decode-log.ts'
import { type LogChoices, LogError, readLog } from './read-log.ts'

const now = Date.UTC(2026, 10, 23, 12)
const choices: LogChoices = { timeZone: 'UTC', now }
const at = Date.UTC(2026, 10, 20, 14, 30, 5)

const english = ['Alert ID', 'Ticker', 'Name', 'Description', 'Time', 'Webhook status']
const cells = [
  '2371234567',
  'BINANCE:BTCUSDT',
  'Cruce; "de medias"',
  '{"a":1,\n"b":"x;y"}',
  '2026-11-20T14:30:05Z',
  'Delivered',
]
const write = (rows: string[][], delimiter = ',') => Papa.unparse(rows, { delimiter })
const firstOf = (text: string, given: Partial<LogChoices> = {}) =>
  readLog(text, { ...choices, ...given }).entries[0]

describe('a log', () => {
  it.each([
    english,
    ['ID de alerta', 'Símbolo', 'Nombre', 'Descripción', 'Hora', 'Estado del webhook'],
    ['Alarm-ID', 'Ticker', 'Name', 'Beschreibung', 'Zeit', 'Webhook-Status'],
    ["ID de l'alerte", 'Symbole', 'Nom', 'Description', 'Heure', 'Statut du webhook'],
    ['ID do alerta', 'Ticker', 'Nome', 'Descrição', 'Hora', 'Status do webhook'],
    ['Alarm ID', 'Sembol', 'Ad', 'Açıklama', 'Zaman', 'Webhook durumu'],
    ['ID оповещения', 'Тикер', 'Имя', 'Описание', 'Время', 'Статус вебхука'],
    ['アラートID', 'シンボル', 'アラート名', 'メッセージ', '時間', 'Webhookの状態'],
    ['경고 ID', '티커', '이름', '설명', '시간', '웹훅 상태'],
  ])('is read in any language, with any separator and column order: %s', (...heading) => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.boolean(),
        (order, delimiter, hasMark) => {
          const shuffled = (row: string[]) => order.map(place => row[place] ?? '')
          const text = write([shuffled(heading), shuffled(cells)], delimiter)
          expect(firstOf((hasMark ? '\uFEFF' : '') + text)).toEqual({
            at,
            written: cells[4],
            alertId: cells[0],
            ticker: cells[1],
            name: cells[2],
            message: cells[3],
            status: 'Delivered',
            claim: 'sent',
            cause: null,
          })
        },
      ),
      { numRuns: 30 },
    )
  })

  it('is read without a heading, by its contents', () => {
    expect(firstOf(write([cells, cells]))).toMatchObject({ at, message: cells[3], claim: 'sent' })
  })

  it('is read as UTF-8, UTF-16 or Windows-1252', () => {
    const text = write([english, [...cells.slice(0, 2), 'Señal', ...cells.slice(3)]])
    const little = new Uint8Array([0xff, 0xfe, ...new Uint8Array(Buffer.from(text, 'utf16le'))])
    for (const bytes of [new TextEncoder().encode(text), little, Buffer.from(text, 'latin1')])
      expect(firstOf(decodeLog(bytes))?.name).toBe('Señal')
  })

  it('is refused with a LogError if empty, unreadable or too long', () => {
    for (const text of ['', 'x', write([english]), '\0\0\0', 'a,b\n'.repeat(100_002)])
      expect(() => readLog(text, choices)).toThrow(LogError)
  })

  it('is read or refused with a LogError, whatever its text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), text => {
        try {
          expect(readLog(text, choices)).toBeDefined()
        } catch (error) {
          expect(error).toBeInstanceOf(LogError)
        }
      }),
    )
  })
})

describe('an instant', () => {
  const timed = (...times: string[]) =>
    write([english, ...times.map(time => [...cells.slice(0, 4), time, 'Delivered'])])

  it.each([
    '2026-11-20T14:30:05Z',
    '2026-11-20 14:30:05',
    '2026-11-20T15:30:05+01:00',
    '20.11.2026, 14:30:05',
    '20/11/2026 2:30:05 p. m.',
    '11/20/2026, 2:30:05 PM',
    '11/20/26 14:30:05',
    'Nov 20, 2026 14:30:05',
    '20 nov 2026, 14:30:05',
    '20 de noviembre de 2026 14:30:05',
    '20 de noviembre de 2026, 14:30:05',
    'viernes, 20 de noviembre de 2026, 14:30:05',
    'Friday, November 20, 2026 2:30:05 PM',
    '20 novembre 2026 à 14:30:05',
    '20 ноя 2026 г., 14:30:05',
    '2026年11月20日 14:30:05',
    '2026/11/20 午後2:30:05',
    '2026. 11. 20. 오후 2:30:05',
    '20.11.2026 ÖS 2:30:05',
    '20/11/2026 14.30.05',
    '1795185005',
    '1795185005000',
  ])('is read from %s', time => {
    expect(firstOf(timed(time))?.at).toBe(at)
  })

  it('without a zone is in the account’s zone, also across clock changes', () => {
    expect(firstOf(timed('2026-11-20 15:30:05'), madrid)?.at).toBe(at)
    expect(firstOf(timed('2026-10-25 03:30:00'), madrid)?.at).toBe(Date.UTC(2026, 9, 25, 2, 30))
    expect(firstOf(timed('2026-10-25 01:30:00'), madrid)?.at).toBe(Date.UTC(2026, 9, 24, 23, 30))
  })

  const madrid = { timeZone: 'Europe/Madrid' }
  const repeated = (...times: string[]) =>
    readLog(timed(...times.map(time => `2026-10-25 ${time}`)), {
      ...choices,
      ...madrid,
    }).entries.map(entry =>
      entry.at === null ? null : new Date(entry.at).toISOString().slice(11, 16),
    )

  it('within a repeated hour follows from the order of the log', () => {
    expect(repeated('01:10:00', '02:50:00', '02:10:00', '03:00:00')).toEqual([
      '23:10',
      '00:50',
      '01:10',
      '02:00',
    ])
    expect(repeated('03:00:00', '02:10:00', '02:50:00', '01:10:00')).toEqual([
      '02:00',
      '01:10',
      '00:50',
      '23:10',
    ])
  })

  it('within a repeated hour is null where the order allows both', () => {
    expect(repeated('01:10:00', '02:20:00', '03:00:00')).toEqual(['23:10', null, '02:00'])
    expect(repeated('02:20:00')).toEqual([null])
    expect(repeated('02:50:00', '02:10:00')).toEqual([null, null])
    expect(repeated('01:10:00', '05:00:00', '02:20:00', '03:30:00')[2]).toBeNull()
  })

  it('with ambiguous day and month raises a question and follows the answer', () => {
    const text = timed('03/04/2026 10:00:00', '03/04/2026 11:00:00')
    expect(readLog(text, choices).questions).toEqual([
      { kind: 'date-order', example: '03/04/2026 10:00:00' },
    ])
    expect(firstOf(text, { dateOrder: 'mdy' })?.at).toBe(Date.UTC(2026, 2, 4, 10))
    expect(firstOf(text, { dateOrder: 'dmy' })?.at).toBe(Date.UTC(2026, 3, 3, 10))
  })

  it('is unambiguous if another row or the order of rows settles the date order', () => {
    expect(firstOf(timed('03/04/2026 10:00:00', '13/04/2026 10:00:00'))?.at).toBe(
      Date.UTC(2026, 3, 3, 10),
    )
    expect(
      firstOf(timed('09/03/2026 10:00:00', '10/03/2026 10:00:00', '01/04/2026 10:00:00'))?.at,
    ).toBe(Date.UTC(2026, 2, 9, 10))
  })

  it('is null for an invalid date or time', () => {
    expect(
      firstOf(timed('2026-11-20 24:30:00', ...Array(20).fill('2026-11-20 14:30:05')))?.at,
    ).toBeNull()
    expect(firstOf(timed('soon', ...Array(20).fill('2026-11-20 14:30:05')))?.at).toBeNull()
    expect(firstOf(timed('31/02/2026 10:00:00', '13/02/2026 10:00:00'))?.at ?? null).toBeNull()
  })
})

it('asks for columns that it cannot identify, and follows the answer', () => {
  const text = write([
    ['a', 'b', 'c'],
    ['2026-11-20 14:30:05', '2026-11-21 14:30:05', '{"x":1}'],
  ])
  expect(readLog(text, choices).questions[0]).toEqual({
    kind: 'column',
    column: 'time',
    candidates: [0, 1],
  })
  expect(firstOf(text, { columns: { time: 1, message: 2 } })?.at).toBe(at + 86_400_000)
})
