/** What TradingView would export as its alert log: of what the demonstration got, and of what it did not. */
import { BYTE_ORDER_MARK } from '#shared/csv-line.ts'
import { alertBody } from './alert-body.ts'
import { demoConnections } from './demo-connections.ts'
import type { PastAlert } from './history.ts'
import { seededRandom } from './random.ts'

interface Logged {
  firedAt: number
  body: string
  /** Whether TradingView believes that it arrived; empty: it sent no webhook. */
  status: 'Delivered' | 'Failed' | ''
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LOGGED_DAYS = 3
/** How long before now, and for how long, the machine was away. */
const AWAY = { daysAgo: 1.2, minutes: 25 }
/** TradingView fires, sends, and is heard a little later. */
const ON_THE_WAY_MS = 900
/** Of so many one is missing in the log, and of so many one counts as failed there. */
const UNLOGGED = 83
const DENIED = 59
const SEED = 21

/** The CSV of the last days, as the history has them: the newest row first. */
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

/** Of a body that is no JSON: none. */
function valuesOf(body: string): Record<string, string> {
  try {
    return JSON.parse(body)
  } catch {
    return { alert_name: body.split(':')[0] ?? '' }
  }
}

/** The same alert has the same number. */
const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7)

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
