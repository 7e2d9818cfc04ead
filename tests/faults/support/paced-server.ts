/** Pregonero with its delays `PACE` times faster; when it is asked to end, it says what it took. */
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { createDelays } from '#server/deliver/delays.ts'
import type { Figures } from './figures.ts'

const app = await startApp(readConfig(process.env), {
  delays: createDelays(Number(process.env.PACE)),
})
const loop = monitorEventLoopDelay({ resolution: 10 })
loop.enable()
process.stdout.write('está en marcha\n')
await once(process, 'SIGTERM')
const figures: Figures = {
  longestStillMs: loop.max / 1_000_000,
  mostMemoryMb: process.resourceUsage().maxRSS / 1_024,
}
await app[Symbol.asyncDispose]()
process.stdout.write(`${JSON.stringify(figures)}\n`)
