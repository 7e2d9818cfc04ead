/**
 * Pregonero with its delays `PACE` times faster, and with `SEND_TIMEOUT_MS` to wait for Telegram if that is
 * set; at its end it prints its figures.
 */
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { createLog } from '#server/base/log.ts'
import { Output } from '#server/base/output.ts'
import { createDelays } from '#server/deliver/delays.ts'
import { createTelegram } from '#server/telegram/client.ts'
import type { Figures } from './figures.ts'

const config = readConfig(process.env)
const output = new Output(process.stdout)
const timeoutMs = Number(process.env.SEND_TIMEOUT_MS)
const app = await startApp(config, {
  log: createLog({ level: config.logLevel, destination: output }),
  delays: createDelays(Number(process.env.PACE)),
  ...(timeoutMs && { telegram: createTelegram({ apiRoot: config.telegramApiRoot, timeoutMs }) }),
})
const loop = monitorEventLoopDelay({ resolution: 10 })
loop.enable()
output.write('está en marcha\n')
await once(process, 'SIGTERM')
const figures: Figures = {
  longestStillMs: loop.max / 1_000_000,
  mostMemoryMb: process.resourceUsage().maxRSS / 1_024,
}
await app[Symbol.asyncDispose]()
output.write(`${JSON.stringify(figures)}\n`)
