import type { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

/** Threads that this process starts from now on, in order. */
export function startedThreads(): Worker[] {
  const started: Worker[] = []
  const listener = (worker: Worker) => started.push(worker)
  process.on('worker', listener)
  onTestFinished(() => void process.off('worker', listener))
  return started
}
