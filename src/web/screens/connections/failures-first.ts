import type { Connection } from '#shared/model/connection.ts'
import type { ConnectionWeek } from '#shared/model/stats.ts'

/** Those in trouble, those that had failures this week, and the others; each in the order in which they come. */
export function failuresFirst<T extends Pick<Connection, 'id' | 'isActive' | 'trouble'>>(
  connections: readonly T[],
  weeks: ReadonlyMap<string, Pick<ConnectionWeek, 'failed'>>,
): T[] {
  const rank = ({ id, isActive, trouble }: T): number => {
    if (isActive && trouble !== null) return 0
    return weeks.get(id)?.failed.some(count => count > 0) ? 1 : 2
  }
  return connections.toSorted((one, other) => rank(one) - rank(other))
}
