/**
 * A typical relay with BullMQ: answers the webhook once its job is in Redis; a worker of the same
 * process sends it.
 */
import { Queue, UnrecoverableError, Worker } from 'bullmq'
import { sendMessage, takeAlerts } from './relay.mjs'

const CONCURRENCY = 64

const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT) }
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

takeAlerts(alert => queue.add('alert', alert))

/** Last send of each chat with pending sends. */
const lastOf = new Map()

/** One send at a time in each chat, in the order in which the worker takes the jobs. */
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

async function send(alert) {
  const { ok, status, description, parameters } = await sendMessage(alert)
  if (ok) return
  if (status === 429) {
    await queue.rateLimit(parameters.retry_after * 1_000)
    throw Worker.RateLimitError()
  }
  if (status < 500) throw new UnrecoverableError(description)
  throw new Error(description)
}
