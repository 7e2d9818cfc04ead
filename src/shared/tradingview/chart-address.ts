/** Addresses of TradingView charts, and short names for them. */

const CHART = 'https://es.tradingview.com/chart/?symbol='
const OWN_ADDRESS =
  /^https:\/\/es\.tradingview\.com\/chart\/\?symbol=((?:[^&#%]|%[2-7][\da-f])+)(?:&interval=(\w+))?$/i

/** Market with delayed data: NYMEX_DL:CL1! is NYMEX:CL1!. */
const DELAYED = /^(\w+?)_DLY?$/i

/** Visible ASCII without braces (an unfilled placeholder) and double slashes (an address). */
const SYMBOL = /^(?!.*\/\/)[!-z|~]{1,100}$/

/**
 * Address of the chart of exactly this symbol and interval; undefined if `symbol` is not a symbol.
 * @param symbol may begin with its market: `BINANCE:BTCUSDT`
 * @param interval as TradingView writes it, 5, 240, D, 1W, or as people do, 5m, 4h
 */
export function chartAddress({
  symbol,
  exchange,
  interval,
}: {
  symbol: string
  exchange: string
  interval: string
}): string | undefined {
  const name = symbol.trim()
  if (!SYMBOL.test(name)) return undefined
  const unit = chartInterval(interval.trim())
  return `${CHART}${inQuery(marketSymbol(name, exchange.trim()))}${unit === undefined ? '' : `&interval=${unit}`}`
}

/** Short name of the chart at an address that `chartAddress` made, such as «BTCUSDT · 4h»; undefined for any other. */
export function chartName(address: string): string | undefined {
  const [, symbol, interval] = OWN_ADDRESS.exec(address) ?? []
  if (symbol === undefined) return undefined
  const name = decodeURIComponent(symbol).replace(/^\w+:/, '')
  return interval === undefined ? name : `${name} · ${shortInterval(interval)}`
}

/** Factor before the name, as in 1/BTCUSDT. */
const FACTOR = /^\d+(?:\.\d+)?[*/]/

function marketSymbol(symbol: string, exchange: string): string {
  const [, market, name] = /^(\w+):(.+)$/s.exec(symbol) ?? []
  if (market !== undefined) return `${realTime(market)}:${name}`
  const isMarket = /^[a-z]\w*$/i.test(exchange) && !symbol.includes(':')
  if (!isMarket) return symbol
  const factor = FACTOR.exec(symbol)?.[0] ?? ''
  return `${factor}${realTime(exchange)}:${symbol.slice(factor.length)}`
}

const realTime = (market: string): string => market.toUpperCase().replace(DELAYED, '$1')

/** Interval as TradingView takes it in an address: minutes, or a number with the letter of its unit. */
function chartInterval(text: string): string | undefined {
  if (/^[1-9]\d{0,3}$/.test(text) || /^([1-9]\d{0,3})?[SDWMTR]$/.test(text)) return text
  const [, count = '', unit = ''] = /^([1-9]\d{0,3}) ?(s|m|min|h|d|w)$/i.exec(text) ?? []
  switch (unit.toLowerCase()) {
    case 'm':
    case 'min':
      return count
    case 'h':
      return String(60 * Number(count))
    case '':
      return undefined
    default:
      return count + unit.toUpperCase()
  }
}

/** Interval as people write it: minutes and hours have a letter too. */
function shortInterval(interval: string): string {
  if (!/^\d+$/.test(interval)) return interval
  const minutes = Number(interval)
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`
}

const inQuery = (symbol: string): string => encodeURIComponent(symbol).replaceAll('%3A', ':')
