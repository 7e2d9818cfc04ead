import type { Connection } from '#shared/model/connection.ts'
import type { ConnectionWeek } from '#shared/model/stats.ts'

/** Connections sorted: active and in trouble, with failures in the last 7 days, others; each in the given order. */
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
