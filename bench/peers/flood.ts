import { sum } from '../support/figure.ts'
import { postAtFullSpeed, postAtRate } from '../support/post-alerts.ts'
import { cpuTime } from '../support/process-usage.ts'
import type { Recorder } from '../support/start-recorder.ts'
import type { RunningContender } from './contender.ts'

const ALERTS = 5_000
export const CONNECTIONS = 64
/** Below the capacity of every contender. */
export const CALM = { perSecond: 100, count: 400 }

/** `acknowledged` and `delivered` per second; `cpu` in milliseconds of one processor per alert. */
export type Flood = { acknowledged: number; delivered: number; cpu: number }

/** Posts alerts at full speed, until the last of them has arrived. */
export async function flood(contender: RunningContender, recorder: Recorder): Promise<Flood> {
  const cpuBefore = cpuOf(contender)
  const begun = performance.now()
  const perSecond = () => (ALERTS / (performance.now() - begun)) * 1_000
  const [acknowledged, delivered] = await Promise.all([
    postAtFullSpeed(contender.target, {
      connections: CONNECTIONS,
      enough: posted => posted >= ALERTS,
    }).then(perSecond),
    recorder.arrivals(ALERTS).then(perSecond),
  ])
  return { acknowledged, delivered, cpu: (cpuOf(contender) - cpuBefore) / ALERTS }
}

/** @returns milliseconds of one processor per alert, at a rate that leaves pauses between them */
export async function calmCpu(contender: RunningContender, recorder: Recorder): Promise<number> {
  const before = cpuOf(contender)
  await Promise.all([postAtRate(contender.target, CALM), recorder.arrivals(CALM.count)])
  return (cpuOf(contender) - before) / CALM.count
}

const cpuOf = (contender: RunningContender): number => sum(contender.pids().map(cpuTime))
