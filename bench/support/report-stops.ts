/**
 * Imported before a server: prints at each SIGUSR2 the longest stop of its event loop since the
 * last one. Waiting for events is not counted.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const iterations = monitorEventLoopDelay({ samplePerIteration: true })
  iterations.enable()
  let asked = 0
  process.on('SIGUSR2', () => {
    asked += 1
    process.stdout.write(`longest stop ${asked}: ${iterations.max / 1e6} ms\n`)
    iterations.reset()
  })
}
