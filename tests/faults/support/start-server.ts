import { join } from 'node:path'
import { type App, startApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { createTelegram } from '#server/telegram/client.ts'
import { type ChildServer, startChildServer } from '../../support/child-server.ts'
import { pacedDelays } from '../../support/paced-delays.ts'
import { sqliteHere } from '../../support/sqlite-here.ts'
import type { Start } from '../../support/test-server.ts'

const SEND_TIMEOUT_MS = 20_000
/** Costs half of what threads do. */
const connectSqlite = sqliteHere()

/** In this process, so that a fault can reach its database and clock. */
export const inProcess =
  (pace: number): Start<App> =>
  env =>
    startApp(readConfig(env), { delays: pacedDelays(pace), connectSqlite })

/** The same, with a send timeout that is as many times shorter. */
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

/** As a process of its own, which can be killed and measured. */
export const asChild =
  (pace: number): Start<ChildServer> =>
  env =>
    startChildServer({ ...env, PACE: String(pace) }, join(import.meta.dirname, 'paced-server.ts'))
