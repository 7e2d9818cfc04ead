/** Alert log as TradingView would export it, with alerts that the demonstration received and missed. */
import { BYTE_ORDER_MARK } from '#shared/csv-line.ts'
import { alertBody } from './alert-body.ts'
import { demoConnections } from './demo-connections.ts'
import type { PastAlert } from './history.ts'
import { seededRandom } from './random.ts'

interface Logged {
  firedAt: number
  body: string
  /** Delivery according to TradingView; empty if it sent no webhook. */
  status: 'Delivered' | 'Failed' | ''
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LOGGED_DAYS = 3
/** Start and length of an absence of the machine. */
const AWAY = { daysAgo: 1.2, minutes: 25 }
/** Delay from firing to receipt. */
const ON_THE_WAY_MS = 900
/** One in this many is missing in the log; one in this many counts as failed there. */
const UNLOGGED = 83
const DENIED = 59
const SEED = 21

/** CSV of the last days of the history, newest row first. */
export function sampleLog(history: readonly PastAlert[], now: number): string {
  const from = now - LOGGED_DAYS * DAY_MS
  const arrived = history
    .filter(({ receivedAt }) => receivedAt >= from)
    .filter((_, nth) => nth % UNLOGGED !== UNLOGGED - 1)
    .map(
      ({ receivedAt, body }, nth): Logged => ({
        firedAt: receivedAt - ON_THE_WAY_MS,
        body,
        status: nth % DENIED === DENIED - 1 ? 'Failed' : 'Delivered',
      }),
    )
  const rows = [...arrived, ...neverArrived(now)].sort((one, other) => other.firedAt - one.firedAt)
  const head = ['Alert ID', 'Ticker', 'Name', 'Description', 'Time', 'Webhook status']
  return BYTE_ORDER_MARK + [head, ...rows.map(cellsOf)].map(line).join('')
}

/** Firings while the machine was away, and one more without a webhook. */
function neverArrived(now: number): Logged[] {
  const random = seededRandom(SEED)
  const since = now - AWAY.daysAgo * DAY_MS
  const [bitcoin] = demoConnections
  if (!bitcoin) return []
  return Array.from({ length: AWAY.minutes / 5 + 1 }, (_, nth) => {
    const candle = since + nth * 5 * MINUTE_MS
    const close = candle - (candle % (5 * MINUTE_MS)) + 2_000
    return {
      firedAt: close,
      body: alertBody(bitcoin, { close, random }, close),
      status: nth < AWAY.minutes / 5 ? 'Delivered' : '',
    }
  })
}

function cellsOf({ firedAt, body, status }: Logged): string[] {
  const { symbol = '', exchange = '', alert_name: name = '' } = valuesOf(body)
  return [
    String(1_900_000_000 + (hash(name) % 90_000_000)),
    exchange && symbol ? `${exchange}:${symbol}` : symbol,
    name,
    body,
    new Date(firedAt).toISOString().replace(/\.\d+/, ''),
    status,
  ]
}

/** Values of a JSON body; of a plain text only the name before the colon. */
function valuesOf(body: string): Record<string, string> {
  try {
    return JSON.parse(body)
  } catch {
    return { alert_name: body.split(':')[0] ?? '' }
  }
}

/** The same name gives the same number. */
const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7)

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
