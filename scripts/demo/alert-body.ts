import type { DemoConnection } from './demo-connections.ts'
import type { Moment } from './feeds.ts'
import type { Random } from './random.ts'

/** Bodies in a thousand that arrive malformed or as plain text. */
const BROKEN = 5
const PLAIN = 4

/**
 * Body that TradingView posts when an alert fires: the JSON of its message with the values filled
 * in, now and then broken by them, or plain text as TradingView writes it by itself.
 */
export function alertBody({ id, feed }: DemoConnection, moment: Moment, firedAt: number): string {
  const values = feed.fire(moment)
  const kind = kindOf(moment.random)
  if (kind === 'plain') return `${values.alert_name}: ${values.price ?? values.actual}`
  const body = JSON.stringify({
    connectionId: id,
    ...values,
    time: wholeSeconds(moment.close - feed.candle * 60_000),
    timenow: wholeSeconds(firedAt),
  })
  return kind === 'broken' ? body.replace(/"rsi":[\d.]+/, '"rsi":NaN').replace(/\}$/, ',}') : body
}

function kindOf(random: Random): 'json' | 'broken' | 'plain' {
  const rolled = random() * 1_000
  if (rolled < BROKEN) return 'broken'
  return rolled < BROKEN + PLAIN ? 'plain' : 'json'
}

const wholeSeconds = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, '')
