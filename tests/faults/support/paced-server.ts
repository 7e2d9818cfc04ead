/**
 * Pregonero with its delays `PACE` times faster, and with `SEND_TIMEOUT_MS` to wait for Telegram if that is
 * set; at its end it prints its figures.
 */
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readConfig } from '#server/base/config.ts'
import { createLog } from '#server/base/log.ts'
import { Output } from '#server/base/output.ts'
import { startDespiteAway } from '#server/start-despite-away.ts'
import { createTelegram } from '#server/telegram/client.ts'
import { pacedDelays } from '../../support/paced-delays.ts'
import type { Figures } from './figures.ts'

const config = readConfig(process.env)
const output = new Output(process.stdout)
const timeoutMs = Number(process.env.SEND_TIMEOUT_MS)
const app = await startDespiteAway(() => {}, config, {
  log: createLog({ level: config.logLevel, destination: output }),
  delays: pacedDelays(Number(process.env.PACE)),
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
