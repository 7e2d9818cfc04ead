import { readFileSync } from 'node:fs'

/** The kernel's clock ticks in a second, the same on every Linux. */
const TICKS = 100

/**
 * Processor time of the ended child processes of this process, their own children included.
 * @returns seconds, user and system; NaN without /proc
 */
export function processorTimeOfChildren() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS
  } catch {
    return Number.NaN
  }
}
