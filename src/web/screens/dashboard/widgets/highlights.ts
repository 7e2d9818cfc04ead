import { HIGHLIGHTED_CONNECTIONS } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'

/** The connections that the dashboard names, active ones first, and how many more there are. */
export function highlights<T extends Pick<Connection, 'id' | 'isActive'>>(
  sortedByName: readonly T[],
  selectedId: string | undefined,
): { shown: T[]; more: number } {
  const inScope = sortedByName.filter(({ id }) => selectedId === undefined || id === selectedId)
  return {
    shown: inScope
      .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
      .slice(0, HIGHLIGHTED_CONNECTIONS),
    more: Math.max(0, inScope.length - HIGHLIGHTED_CONNECTIONS),
  }
}
