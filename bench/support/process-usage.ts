/** Usage of a process together with its descendants, its tree, according to Linux. */
import { readdirSync, readFileSync } from 'node:fs'
import { sum } from './figure.ts'

const TICK_MS = 10

/** Living processes of a tree, each after its parent. @param root pid of the first */
export function processTree(root: number): number[] {
  const children = Map.groupBy(livingProcesses(), pid => stat(`/proc/${pid}`)?.parent)
  const from = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(from)]
  return from(root)
}

/** Processor time of a tree so far, including processes that have ended. Milliseconds. */
export const cpuTime = (root: number): number =>
  sum(processTree(root).map(pid => stat(`/proc/${pid}`)?.cpuTimeOfAll ?? 0))

/** Processor time of this process alone so far. Milliseconds. */
export function ownCpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Processor time of a tree's threads so far, by thread name. Milliseconds. */
export function cpuTimeByThread(root: number): Map<string, number> {
  const times = new Map<string, number>()
  for (const pid of processTree(root))
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const { name = '', cpuTime = 0 } = stat(`/proc/${pid}/task/${thread}`) ?? {}
      times.set(name, (times.get(name) ?? 0) + cpuTime)
    }
  return times
}

/**
 * Resident memory of a tree in MB: now, and an upper bound of its peak. Memory that its processes
 * share is counted once: pages of files, like Node's own, and PostgreSQL's buffers.
 */
export function memory(root: number): { now: number; peak: number } {
  const processes = processTree(root).map(residentMemory)
  const shared = processes.map(one => one.shared)
  const twice = sum(shared) - Math.max(...shared)
  return {
    now: sum(processes.map(({ now }) => now)) - twice,
    peak: sum(processes.map(({ peak }) => peak)) - twice,
  }
}

const livingProcesses = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)

/** @returns null if it has just ended */
function stat(folder: string) {
  const line = readIfThere(`${folder}/stat`)
  if (line === null) return null
  // The name is in parentheses and may contain blanks.
  const nameEnd = line.lastIndexOf(')')
  const fields = line
    .slice(nameEnd + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
  return {
    name: line.slice(line.indexOf('(') + 1, nameEnd),
    parent,
    cpuTime: (user + system) * TICK_MS,
    /** Includes children that have ended. */
    cpuTimeOfAll: (user + system + endedUser + endedSystem) * TICK_MS,
  }
}

function residentMemory(pid: number): { now: number; peak: number; shared: number } {
  const status = readIfThere(`/proc/${pid}/status`) ?? ''
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1_024
  const shared = megabytes('RssFile') + megabytes('RssShmem')
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM'), shared }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
