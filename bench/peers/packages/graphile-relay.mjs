/**
 * A typical relay with graphile-worker: answers the webhook once its job is in PostgreSQL; a runner
 * of the same process sends it.
 */
import { makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'
import { sendMessage, takeAlerts } from './relay.mjs'

const CONCURRENCY = 64

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONCURRENCY + 2 })
pool.on('error', error => process.stderr.write(`${error}\n`))
const utils = await makeWorkerUtils({ pgPool: pool })
await utils.migrate()
await takeUpWhatWasBegun()
await run({
  preset: {
    worker: {
      concurrentJobs: CONCURRENCY,
      localQueue: { size: CONCURRENCY + 1 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
  pgPool: pool,
  noHandleSignals: true,
  taskList: { send },
})

takeAlerts(alert =>
  utils.addJob('send', alert, { queueName: `${alert.token}/${alert.chatId}`, maxAttempts: 10 }),
)

/** Unlocks the jobs of a killed process, which would stay locked for four hours; this is the only process. */
async function takeUpWhatWasBegun() {
  const { rows } = await pool.query(
    'select distinct locked_by from graphile_worker.jobs where locked_by is not null',
  )
  await utils.forceUnlockWorkers(rows.map(row => row.locked_by))
}

/** A send that throws is retried with increasing delays. */
async function send(alert) {
  const { ok, status, description } = await sendMessage(alert)
  if (!ok && (status === 429 || status >= 500)) throw new Error(description)
  if (!ok) process.stderr.write(`${description}\n`)
}
