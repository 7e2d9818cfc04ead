import { useQuery } from '@tanstack/react-query'
import type { FailureGroup } from '#shared/model/failure.ts'
import { api } from '#web/data/client.ts'

/** Undelivered alerts by cause, of one connection or of all. */
export const useFailures = (connectionId?: string) =>
  useQuery(api.failures.list.queryOptions({ input: connectionId ? { connectionId } : {} }))

/**
 * The part of the answer for all connections that concerns one of them: many may be shown at once.
 * @param all requests the connection's own answer if that for all is incomplete
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
