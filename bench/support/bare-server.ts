/**
 * The least a receiver can do: reads the body, parses the JSON and answers 202, without storage.
 * With `FORWARD_TO` it also sends each alert from memory to that Bot API, to the bot and the chat
 * in the path.
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { PORT, FORWARD_TO } = process.env

type Alert = Record<
  'symbol' | 'exchange' | 'side' | 'price' | 'timeframe' | 'strategy_name',
  string
>

createServer(async (request, response) => {
  const alert: Alert = JSON.parse(await text(request))
  const answer = JSON.stringify({ alertId: alert.symbol })
  response.writeHead(202, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(answer),
  })
  response.end(answer)
  if (FORWARD_TO !== undefined) await forward(request.url ?? '', alert)
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write('está en marcha\n'))

async function forward(path: string, alert: Alert): Promise<void> {
  const [, token, chatId] = path.split('/')
  try {
    const answer = await fetch(`${FORWARD_TO}/bot${token}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: chatId, text: messageOf(alert) }),
    })
    await answer.json()
  } catch {
    // Without storage: an alert that could not be sent is lost.
  }
}

const messageOf = (alert: Alert): string =>
  `🔔 ${alert.symbol} · ${alert.side}

Precio: ${alert.price}
Mercado: ${alert.exchange}
Temporalidad: ${alert.timeframe}
Estrategia: ${alert.strategy_name}

https://es.tradingview.com/chart/?symbol=${alert.exchange}:${alert.symbol}`
