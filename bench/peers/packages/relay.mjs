/** Both ends of a relay, the same for each queue between them: taking alerts over HTTP, and sending them. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { PORT, TELEGRAM_API_ROOT } = process.env
const SEND_TIMEOUT_MS = 30_000

/**
 * `POST /TOKEN/CHAT` is an alert for a chat of a bot.
 * @param keep resolves once the alert is stored; the webhook is answered then
 */
export function takeAlerts(keep) {
  createServer(async (request, response) => {
    let status = 202
    try {
      const [, token, chatId] = request.url.split('/')
      await keep({ token, chatId, text: messageOf(JSON.parse(await text(request))) })
    } catch {
      status = 503
    }
    response.writeHead(status, { 'Content-Length': 0 }).end()
  }).listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
}

/** @returns Telegram's answer, with the HTTP status */
export async function sendMessage({ token, chatId, text }) {
  const response = await fetch(`${TELEGRAM_API_ROOT}/bot${token}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: chatId, text }),
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  })
  return { status: response.status, ...(await response.json()) }
}

const messageOf = alert =>
  `🔔 ${alert.symbol} · ${alert.side}

Precio: ${alert.price}
Mercado: ${alert.exchange}
Temporalidad: ${alert.timeframe}
Estrategia: ${alert.strategy_name}

https://es.tradingview.com/chart/?symbol=${alert.exchange}:${alert.symbol}`
