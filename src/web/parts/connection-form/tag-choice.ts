import { plural } from '#shared/format.ts'
import { MAX_TAGS } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import { isSameTag, normalizeTags } from '#shared/model/tags.ts'

/** Accepted tags, and in Spanish the rejected ones; null: all were accepted. */
export function takeTags(given: readonly string[]): { tags: string[]; refusal: string | null } {
  const tags: string[] = []
  const repeated: string[] = []
  const beyond: string[] = []
  for (const tag of normalizeTags(given)) {
    if (tags.some(kept => isSameTag(kept, tag))) repeated.push(tag)
    else if (tags.length === MAX_TAGS) beyond.push(tag)
    else tags.push(tag)
  }
  if (beyond.length > 0) {
    const fit = plural(beyond.length, 'cabe', 'caben')
    return { tags, refusal: `Como máximo ${MAX_TAGS} etiquetas: no ${fit} ${quoted(beyond)}.` }
  }
  const areThere = plural(repeated.length, 'Ya está puesta', 'Ya están puestas')
  return { tags, refusal: repeated.length > 0 ? `${areThere}: ${quoted(repeated)}.` : null }
}

const quoted = (tags: readonly string[]): string => tags.map(tag => `«${tag}»`).join(', ')

/** Every tag once, the most used first, equals in alphabetical order. */
export function tagsByUse(connections: readonly Pick<Connection, 'tags'>[]): string[] {
  const uses = new Map<string, number>()
  for (const tag of connections.flatMap(({ tags }) => tags)) {
    uses.set(tag, (uses.get(tag) ?? 0) + 1)
  }
  return [...uses]
    .sort(([a, usesOfA], [b, usesOfB]) => usesOfB - usesOfA || a.localeCompare(b, 'es'))
    .map(([tag]) => tag)
}
