import { readdirSync, readFileSync } from 'node:fs'

/** The kernel's clock ticks in a second, the same on every Linux. */
const TICKS = 100

/**
 * Processor time of the ended child processes of this process, their own children included.
 * @returns seconds, user and system; NaN without /proc
 */
export function processorTimeOfChildren() {
  try {
    return statOf('self').ended
  } catch {
    return Number.NaN
  }
}

/**
 * Processor time of the child processes that still run, with all below them. Chromium's renderers
 * need it: their parent ends without a word to its own, which therefore never hears of their time.
 * @returns seconds, user and system, by the child's number; empty without /proc
 */
export function processorTimeByChild() {
  const all = readStats()
  const childrenOf = id => all.filter(({ parent }) => parent === id)
  const timeOf = ({ id, own, ended }) =>
    childrenOf(id)
      .map(timeOf)
      .reduce((sum, seconds) => sum + seconds, own + ended)
  return new Map(childrenOf(process.pid).map(child => [child.id, timeOf(child)]))
}

/** @returns every process of the machine */
function readStats() {
  return readNumbers().flatMap(id => {
    try {
      return [{ id, ...statOf(id) }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}

function readNumbers() {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** @returns its parent, and the seconds of itself and of its ended children */
function statOf(id) {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number)
  const seconds = first => (fields[first] + fields[first + 1]) / TICKS
  return { parent: fields[1], own: seconds(11), ended: seconds(13) }
}
