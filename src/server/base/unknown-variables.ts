import leven from 'leven'
import { proxyNames, variableNames } from './config.ts'
import type { Environment } from './environment.ts'

/** Edit distance up to which a name counts as a typo. Short names would match by chance. */
const MAX_TYPOS = 2
const MIN_LENGTH_FOR_TYPOS = 6

/**
 * Warns of unknown variables that seem intended for Pregonero: any in its own `.env`, and those of the
 * process with a similar name or the prefix `PREGONERO_`.
 * @returns one Spanish sentence; null when there are no such variables
 */
export function unknownVariables(own: Environment, inFile: Environment): string | null {
  const names = [...Object.keys(inFile), ...Object.keys(own).filter(isLikeOurs)]
  const unknown = [...new Set(names)].filter(name => !isKnown(name)).sort()
  if (unknown.length === 0) return null
  const all = new Intl.ListFormat('es').format(unknown.map(withMeant))
  return unknown.length === 1
    ? `Esta versión no conoce la variable ${all} y no le hace caso.`
    : `Esta versión no conoce las variables ${all} y no les hace caso.`
}

const isKnown = (name: string): boolean =>
  variableNames.includes(name) || proxyNames.includes(name.toUpperCase())

const isLikeOurs = (name: string): boolean =>
  name.startsWith('PREGONERO_') || meant(name) !== undefined

/** Names that a typo may mean. Proxy names are left out, because other programs have similar ones: FTP_PROXY. */
const ours = variableNames.filter(name => !proxyNames.includes(name))

function withMeant(name: string): string {
  const known = meant(name)
  return known ? `${name} (¿${known}?)` : name
}

function meant(name: string): string | undefined {
  const plain = name.toUpperCase().replaceAll('-', '_')
  return ours.find(known => {
    if (known.length < MIN_LENGTH_FOR_TYPOS) return known === plain
    return leven(known, plain, { maxDistance: MAX_TYPOS + 1 }) <= MAX_TYPOS
  })
}
