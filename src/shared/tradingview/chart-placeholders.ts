/** The placeholders `{{…}}` that TradingView fills in a message. */
import { COMMON_PLACEHOLDERS } from '../limits.ts'

export type ChartPlaceholder = {
  key: string
  /** In Spanish. */
  meaning: string
  /** A sample value as TradingView writes it. */
  sample: string
}

/** TradingView's own list, the commonest first. */
export const chartPlaceholders: readonly ChartPlaceholder[] = [
  { key: 'ticker', meaning: 'Símbolo', sample: 'BTCUSDT' },
  { key: 'close', meaning: 'Cierre de la vela', sample: '94312.5' },
  { key: 'open', meaning: 'Apertura de la vela', sample: '94120' },
  { key: 'high', meaning: 'Máximo de la vela', sample: '94480.1' },
  { key: 'low', meaning: 'Mínimo de la vela', sample: '94055.3' },
  { key: 'volume', meaning: 'Volumen de la vela', sample: '182.44' },
  { key: 'time', meaning: 'Hora de la vela (UTC)', sample: '2026-11-19T15:35:00Z' },
  { key: 'timenow', meaning: 'Hora del disparo (UTC)', sample: '2026-11-19T15:40:02Z' },
  { key: 'interval', meaning: 'Temporalidad del gráfico', sample: '5' },
  { key: 'exchange', meaning: 'Bolsa o mercado', sample: 'BINANCE' },
  { key: 'plot_0', meaning: 'Primera serie del indicador', sample: '61.204' },
  { key: 'plot_1', meaning: 'Segunda serie del indicador', sample: '58.917' },
  { key: 'strategy.order.action', meaning: 'Orden ejecutada: buy o sell', sample: 'buy' },
  { key: 'strategy.order.contracts', meaning: 'Cantidad de la orden', sample: '0.5' },
  { key: 'strategy.order.price', meaning: 'Precio de ejecución', sample: '94311.9' },
  { key: 'strategy.order.id', meaning: 'Id de la orden en el script', sample: 'Long' },
  { key: 'strategy.order.comment', meaning: 'Comentario de la orden', sample: 'TP1' },
  {
    key: 'strategy.order.alert_message',
    meaning: 'Texto alert_message de la orden',
    sample: 'Entrada larga',
  },
  { key: 'strategy.position_size', meaning: 'Posición con signo; 0 es neutral', sample: '0.5' },
  { key: 'strategy.market_position', meaning: 'Posición: long, flat o short', sample: 'long' },
  { key: 'strategy.market_position_size', meaning: 'Tamaño de la posición', sample: '0.5' },
  { key: 'strategy.prev_market_position', meaning: 'Posición anterior', sample: 'flat' },
  {
    key: 'strategy.prev_market_position_size',
    meaning: 'Tamaño de la posición anterior',
    sample: '0',
  },
  { key: 'syminfo.currency', meaning: 'Divisa en que cotiza', sample: 'USDT' },
  { key: 'syminfo.basecurrency', meaning: 'Divisa base del par', sample: 'BTC' },
]

/** Placeholders with a button in the template editor. */
export const commonPlaceholders: readonly string[] = chartPlaceholders
  .slice(0, COMMON_PLACEHOLDERS)
  .map(({ key }) => key)

/** Placeholders that Pregonero fills itself if the body lacks them. */
export const productPlaceholders = ['connection_name', 'alert_name', 'timestamp'] as const

/** Placeholders in common use, though not in TradingView's list. */
const unlisted: readonly string[] = ['strategy.openprofit', 'alert_name', 'alert_message']

const standard = new Map(chartPlaceholders.map(placeholder => [placeholder.key, placeholder]))

/** Whether TradingView fills `{{key}}`; series are named by number or title. */
export const isStandardPlaceholder = (key: string): boolean =>
  standard.has(key) || unlisted.includes(key) || isSeries(key)

/** An indicator has twenty series that can be named by their number. */
const isSeries = (key: string): boolean => /^plot_(1?\d)$/.test(key) || isTitledSeries(key)

/** `plot("title")`, the only key with quotes. */
export const isTitledSeries = (key: string): boolean => /^plot\("[^"\n]*"\)$/.test(key)

/** One `{{key}}` of a text, in code units; `to` is exclusive. */
export interface PlacedKey {
  from: number
  to: number
  key: string
}

/** Each `{{…}}` of a text, also inside quotes, as TradingView finds them. */
export const placedKeys = (text: string): PlacedKey[] =>
  Array.from(text.matchAll(/\{\{([^{}\n]+)\}\}/g), ({ 0: found, 1: key = '', index }) => ({
    from: index,
    to: index + found.length,
    key: key.trim(),
  })).filter(({ key }) => key !== '')

/** `replacement` gives the text for each `{{…}}`; undefined leaves it. */
export function replacePlaceholders(
  text: string,
  replacement: (placed: PlacedKey) => string | undefined,
): string {
  let replaced = ''
  let end = 0
  for (const placed of placedKeys(text)) {
    const { from, to } = placed
    replaced += text.slice(end, from) + (replacement(placed) ?? text.slice(from, to))
    end = to
  }
  return replaced + text.slice(end)
}

/** The text as TradingView will send it: `values` first, then a sample; an unknown `{{…}}` stays. */
export const substituted = (
  text: string,
  values: { readonly [key: string]: string } = {},
): string =>
  replacePlaceholders(text, ({ key }) => {
    if (Object.hasOwn(values, key)) return values[key]
    return standard.get(key)?.sample ?? (isSeries(key) ? '61.204' : undefined)
  })
