import leven from 'leven'
import { otherVersionsNames, variableNames } from './config.ts'
import type { Environment } from './environment.ts'

/** Letters in which a name may differ from the one that was meant; short ones are like many others. */
const MOST_SLIPS = 2
const SHORTEST_WITH_SLIPS = 6

/**
 * What of the environment seems to be meant for Pregonero and means nothing to it: whatever stands in
 * its own `.env`, and what in the process's own variables is hardly another program's.
 * @returns one Spanish sentence; null when there is nothing to tell
 */
export function tellUnknown(own: Environment, inFile: Environment): string | null {
  const names = [...Object.keys(inFile), ...Object.keys(own).filter(isLikeOurs)]
  const unknown = [...new Set(names)].filter(name => !variableNames.includes(name)).sort()
  if (unknown.length === 0) return null
  const all = new Intl.ListFormat('es').format(unknown.map(withMeant))
  return unknown.length === 1
    ? `Esta versión no conoce la variable ${all} y no le hace caso.`
    : `Esta versión no conoce las variables ${all} y no les hace caso.`
}

const isLikeOurs = (name: string): boolean =>
  otherVersionsNames.includes(name) || name.startsWith('PREGONERO_') || meant(name) !== undefined

function withMeant(name: string): string {
  const known = meant(name)
  return known ? `${name} (¿${known}?)` : name
}

function meant(name: string): string | undefined {
  const plain = name.toUpperCase().replaceAll('-', '_')
  return variableNames.find(known => {
    if (known.length < SHORTEST_WITH_SLIPS) return known === plain
    return leven(known, plain, { maxDistance: MOST_SLIPS + 1 }) <= MOST_SLIPS
  })
}
