/** Days without trading from September 2025 to June 2026, as the exchanges published them. */
export type Exchange = 'newYork' | 'london' | 'frankfurt' | 'tokyo'

const closedDays: Record<Exchange, string> = {
  newYork:
    '2025-09-01 2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19',
  london: '2025-12-25 2025-12-26 2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25',
  frankfurt:
    '2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-04-03 2026-04-06 2026-05-01',
  tokyo:
    '2025-09-15 2025-09-23 2025-10-13 2025-11-03 2025-11-24 2025-12-31 2026-01-01 2026-01-02 2026-01-12 2026-02-11 2026-02-23 2026-03-20 2026-04-29 2026-05-04 2026-05-05 2026-05-06',
}
/** Hours at which days end early. */
const earlyDays: Record<Exchange, Record<string, number>> = {
  newYork: { '2025-11-28': 13, '2025-12-24': 13 },
  london: { '2025-12-24': 12.5, '2025-12-31': 12.5 },
  frankfurt: { '2025-12-30': 14 },
  tokyo: {},
}

/** Hour at which trading ends on a day: 0 without trading, null for the regular hour. */
export function closed(exchange: Exchange, day: number): number | null {
  const text = new Date(day).toISOString().slice(0, 10)
  return closedDays[exchange].includes(text) ? 0 : (earlyDays[exchange][text] ?? null)
}
