/**
 * Imported before a server: at each SIGUSR2 it says for how long its event loop stood still at most
 * since the last one. What the loop waits for is not counted.
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
