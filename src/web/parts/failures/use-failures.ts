import { useQuery } from '@tanstack/react-query'
import type { FailureGroup } from '#shared/model/failure.ts'
import { api } from '#web/data/client.ts'

/** Undelivered alerts by cause, of one connection or of all. */
export const useFailures = (connectionId?: string) =>
  useQuery(api.failures.list.queryOptions({ input: connectionId ? { connectionId } : {} }))

/**
 * Undelivered alerts of one connection, taken from the answer for all: a screen may show many connections at once.
 * @param all true: if the answer for all is incomplete, makes a request for this connection
 */
export function useFailuresOf(connectionId: string, all: boolean) {
  const { data: ofAll } = useQuery(
    api.failures.list.queryOptions({
      input: {},
      select: ({ groups, total, asOf }) => {
        const its = groups.flatMap(group => partOf(group, connectionId) ?? [])
        const known = new Set(its.map(({ id }) => id))
        const mayHide = groups.some(
          ({ id, connections, connectionCount }) =>
            connections.length < connectionCount && !known.has(id),
        )
        return { groups: its, asOf, isWhole: groups.length === total && !mayHide }
      },
    }),
  )
  const asksOwn = all && ofAll?.isWhole === false
  const { data: own } = useQuery(
    api.failures.list.queryOptions({
      input: { connectionId },
      enabled: asksOwn,
    }),
  )
  return asksOwn ? own : ofAll
}

function partOf(group: FailureGroup, id: string): FailureGroup | undefined {
  const its = group.connections.find(connection => connection.id === id)
  if (!its) return undefined
  const { count, more, since, last } = its
  return { ...group, count, more, since, last, connectionCount: 1, connections: [its] }
}
