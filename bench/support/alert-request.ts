/** Alerts as TradingView posts them, each with a unique number that its message shows. */

/** Large enough not to be mistaken for another figure of a message. */
const FIRST_NUMBER = 10_000_000

/** The whole HTTP request. @param path of the webhook, on loopback */
export function alertRequest(path: string, number: number): Buffer {
  const body = alertBody(number)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

export function alertBody(number: number): string {
  const now = new Date().toISOString()
  return JSON.stringify({
    symbol: 'BTCUSDT',
    exchange: 'BINANCE',
    side: 'buy',
    price: FIRST_NUMBER + number,
    timeframe: '5m',
    strategy_name: 'Cruce EMA 20/50',
    time: now,
    timenow: now,
  })
}

/** Numbers of the alerts in a message, in order; thousands may be separated. */
export const alertNumbers = (text: string): number[] =>
  [...text.matchAll(/Precio: (1\d\.?\d{3}\.?\d{3})/g)].map(
    ([, price = '']) => Number(price.replaceAll('.', '')) - FIRST_NUMBER,
  )
