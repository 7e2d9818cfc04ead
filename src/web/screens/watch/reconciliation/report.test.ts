import { describe, expect, it } from 'vitest'
import type { Verdict } from '#shared/reconciliation/verdicts.ts'
import { findRows, type ReportRow } from './report.ts'
import { reportCsv } from './report-csv.ts'

const at = Date.UTC(2026, 10, 20, 14, 30, 5)

const rowOf = (key: string, verdict: Verdict, row: Partial<ReportRow> = {}): ReportRow => ({
  key,
  verdict,
  at,
  firedAt: at,
  arrivedAt: null,
  name: 'Cruce',
  symbol: 'BTCUSDT',
  connectionId: null,
  connectionName: '',
  alertId: null,
  isResent: false,
  reason: '',
  statusText: 'Delivered',
  description: '',
  ...row,
})

describe('the rows of a report', () => {
  const rows = [
    rowOf('delivered', 'delivered', { at: at + 9_000 }),
    rowOf('lost early', 'lost', { at: at - 5_000 }),
    rowOf('no instant', 'unknown', { at: null }),
    rowOf('lost late', 'lost'),
    rowOf('undelivered', 'undelivered', { name: 'Señal', connectionId: 'oro' }),
  ]
  const keys = (...found: Parameters<typeof findRows>) => findRows(...found).map(({ key }) => key)

  it('are sorted by attention, then newest first', () => {
    expect(keys(rows, {}, 'attention')).toEqual([
      'lost late',
      'lost early',
      'undelivered',
      'no instant',
      'delivered',
    ])
  })

  it('are sorted by time, with rows without an instant as the oldest', () => {
    const oldest = ['no instant', 'lost early', 'lost late', 'undelivered', 'delivered']
    expect(keys(rows, {}, 'oldest')).toEqual(oldest)
    expect(keys(rows, {}, 'newest')[0]).toBe('delivered')
    expect(keys(rows, {}, 'newest').at(-1)).toBe('no instant')
  })

  it('are found by verdict, connection, and words without accents', () => {
    expect(keys(rows, { verdict: 'lost' }, 'oldest')).toEqual(['lost early', 'lost late'])
    expect(keys(rows, { connectionId: 'oro' }, 'oldest')).toEqual(['undelivered'])
    expect(keys(rows, { search: ' senal ' }, 'oldest')).toEqual(['undelivered'])
  })
})

describe('the report as CSV', () => {
  it('has the oldest row first, and times in a named zone', () => {
    const later = rowOf('later', 'delivered', {
      at: at + 1_000,
      arrivedAt: at + 1_000,
      alertId: 'x',
    })
    const [mark, head, ...lines] = reportCsv([later, rowOf('lost', 'lost')], 'Europe/Madrid')
    expect(mark).toBe('\uFEFF')
    expect(head).toContain('"En TradingView (Europe/Madrid)";"Llegó (Europe/Madrid)"')
    expect(lines).toEqual([
      '"TradingView la disparó y nunca llegó";"2026-11-20 15:30:05";"";"Cruce";"BTCUSDT";"";"";"Delivered";""\r\n',
      '"Entregada";"2026-11-20 15:30:05";"2026-11-20 15:30:06";"Cruce";"BTCUSDT";"";"";"Delivered";"x"\r\n',
    ])
  })

  it.each(['=HYPERLINK("x")', '+cmd|calc', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '"=1'])(
    'escapes a cell that a spreadsheet would run: %j',
    text => {
      const hostile = { name: text, symbol: text, reason: text, statusText: text, alertId: text }
      const [, , line = ''] = reportCsv([rowOf('x', 'lost', { ...hostile, connectionName: text })])
      const cells = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell)
      expect(cells).toHaveLength(9)
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    },
  )

  it('has each row on one line, even with line breaks in its texts', () => {
    const [, , line] = reportCsv([rowOf('x', 'lost', { reason: 'a\r\nb;"c"' })])
    expect(line?.indexOf('\n')).toBe((line?.length ?? 0) - 1)
    expect(line).toContain('"a ⏎ b;""c"""')
  })
})
