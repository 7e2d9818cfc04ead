/** Finds keys of an alert that can replace keys missing for its template. */

import { hiddenNames, isReservedKey } from '../../payload/key-names.ts'
import { listedIn, type Payload } from '../../payload/payload.ts'
import { readableFields } from '../../payload/readable-text.ts'
import { placeholdersOf, templateTokens } from './template-tokens.ts'

/** Maximum number of keys offered; a body may have thousands. */
const MOST_KEYS = 50

/** The keys of a payload, or of the objects of a list, whose values a template can show; at most 50. */
export function keysWithValue(payload: Payload, neverShown: readonly string[] = []): string[] {
  const keys = new Set<string>()
  const isHidden = hiddenNames(neverShown)
  for (const one of listedIn(payload) ?? [payload])
    for (const { key } of readableFields(one, isHidden)) {
      if (keys.size === MOST_KEYS) return [...keys]
      if (isPlaceholder(key) && !isReservedKey(key)) keys.add(key)
    }
  return [...keys]
}

/** Whether a template can ask for the key. */
export const isPlaceholder = (key: string): boolean => placeholdersOf(`{{${key}}}`)[0] === key

/** Unused keys of the payload, most similar to the missing key first. */
export function standInsFor(missing: string, idle: readonly string[]): string[] {
  const wanted = pairsOf(missing)
  const likeness = (key: string): number => {
    const found = pairsOf(key)
    const shared = [...found].filter(pair => wanted.has(pair)).length
    return (2 * shared) / (found.size + wanted.size || 1)
  }
  const ranked = idle.map(key => ({ key, likeness: likeness(key) }))
  return ranked.sort((one, other) => other.likeness - one.likeness).map(({ key }) => key)
}

/** Pairs of adjacent letters, as Dice's coefficient counts them. */
function pairsOf(key: string): Set<string> {
  const letters = key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)))
}

/** Replaces one key of a template by another, also in its conditions. Filters and spaces stay. */
export const withStandIn = (template: string, missing: string, standIn: string): string =>
  templateTokens(template)
    .map(token => {
      if (!('key' in token) || token.key !== missing) return token.source
      const at = token.source.indexOf(
        missing,
        token.kind === 'if' ? token.source.indexOf('if') + 2 : 0,
      )
      return token.source.slice(0, at) + standIn + token.source.slice(at + missing.length)
    })
    .join('')
