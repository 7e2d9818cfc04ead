import { join } from 'node:path'
import { type App, startApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { createTelegram } from '#server/telegram/client.ts'
import { type ChildServer, startChildServer } from '../../support/child-server.ts'
import { pacedDelays } from '../../support/paced-delays.ts'
import { sqliteHere } from '../../support/sqlite-here.ts'
import type { Start } from '../../support/test-server.ts'

const SEND_TIMEOUT_MS = 20_000
/** Half the cost of SQLite on threads. */
const connectSqlite = sqliteHere()

/** In this process, so that a fault can reach its database and clock. */
export const inProcess =
  (pace: number): Start<App> =>
  env =>
    startApp(readConfig(env), { delays: pacedDelays(pace), connectSqlite })

/** Like `inProcess`, with the send timeout divided by the pace. */
export const withScaledTimeout =
  (pace: number): Start<App> =>
  env =>
    startApp(readConfig(env), {
      delays: pacedDelays(pace),
      connectSqlite,
      telegram: createTelegram({
        apiRoot: env.TELEGRAM_API_ROOT,
        timeoutMs: SEND_TIMEOUT_MS / pace,
      }),
    })

/** In a separate process, which can be killed and measured. */
export const asChild =
  (pace: number): Start<ChildServer> =>
  env =>
    startChildServer({ ...env, PACE: String(pace) }, join(import.meta.dirname, 'paced-server.ts'))
