/** What Linux knows of a process. */
import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Processor time of all its threads so far, in its own code and in the kernel. Milliseconds. */
export function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name stands in brackets and may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
}

/** Resident memory in MB: now, and the most there ever was. */
export function memory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}
