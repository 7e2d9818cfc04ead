/**
 * A relay as one writes it with BullMQ: the webhook is answered once its job is in Redis, and a
 * worker of the same process sends it. `POST /TOKEN/CHAT` is an alert for a chat of a bot.
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Queue, UnrecoverableError, Worker } from 'bullmq'

const { PORT, REDIS_PORT, TELEGRAM_API_ROOT } = process.env
const CONCURRENCY = 64
const SEND_TIMEOUT_MS = 30_000

const connection = { host: '127.0.0.1', port: Number(REDIS_PORT) }
const queue = new Queue('alerts', {
  // A webhook is refused at once while Redis is away; the worker goes on trying.
  connection: { ...connection, enableOfflineQueue: false, maxRetriesPerRequest: 1 },
  defaultJobOptions: {
    attempts: 10,
    backoff: { type: 'exponential', delay: 1_000 },
    removeOnComplete: true,
    removeOnFail: 5_000,
  },
})
const worker = new Worker('alerts', job => inOrder(job.data.chatId, () => send(job.data)), {
  connection,
  concurrency: CONCURRENCY,
})
for (const one of [queue, worker]) one.on('error', error => process.stderr.write(`${error}\n`))
await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()])

createServer(async (request, response) => {
  let status = 202
  try {
    const [, token, chatId] = request.url.split('/')
    await queue.add('alert', { token, chatId, text: messageOf(JSON.parse(await text(request))) })
  } catch {
    status = 503
  }
  response.writeHead(status, { 'Content-Length': 0 }).end()
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'))

/** The last send of each chat that has one. */
const lastOf = new Map()

/** One send at a time in each chat, in the order that the worker takes the jobs. */
async function inOrder(chatId, task) {
  const before = lastOf.get(chatId)
  const own = before ? before.then(task, task) : task()
  lastOf.set(chatId, own)
  try {
    await own
  } finally {
    if (lastOf.get(chatId) === own) lastOf.delete(chatId)
  }
}

async function send({ token, chatId, text }) {
  const response = await fetch(`${TELEGRAM_API_ROOT}/bot${token}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: chatId, text }),
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  })
  const { ok, description, parameters } = await response.json()
  if (ok) return
  if (response.status === 429) {
    await queue.rateLimit(parameters.retry_after * 1_000)
    throw Worker.RateLimitError()
  }
  if (response.status < 500) throw new UnrecoverableError(description)
  throw new Error(description)
}

const messageOf = alert =>
  `🔔 ${alert.symbol} · ${alert.side}

Precio: ${alert.price}
Mercado: ${alert.exchange}
Temporalidad: ${alert.timeframe}
Estrategia: ${alert.strategy_name}

https://es.tradingview.com/chart/?symbol=${alert.exchange}:${alert.symbol}`
