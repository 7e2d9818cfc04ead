import type { Connection } from '#shared/model/connection.ts'

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
