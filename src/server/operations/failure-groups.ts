import type {
  DeliveringConnection,
  DescribedFailures,
  FailuresOfCode,
  FailuresSince,
  NewestFailure,
} from '#server/store/history/history.ts'
import { COUNTED_FAILURES, EXPIRES_AFTER_MS, LISTED_FAILING } from '#shared/limits.ts'
import type { FailureGroup } from '#shared/model/failure.ts'
import { type Cause, causeOf, codesLike } from './failure-causes.ts'
import { instant } from './instants.ts'

/** Failures of one cause that are to be reported. */
export type OpenCause = {
  cause: Cause
  lasts: boolean
  /** Arrival of the newest failure. Milliseconds UTC. */
  last: number
  failures: OpenFailures[]
}
type OpenFailures = FailuresSince & { connection: DeliveringConnection }

/**
 * Failures of each cause: the last day's if the cause is over, because an alert may wait for a day; if it lasts, all
 * since the last delivery, and at least those of the day before the newest one. A cause lasts until a later alert is
 * delivered where it may hold, a test arrives there, or its owner edits a setting that sending depends on.
 */
export function openCauses(
  newest: readonly NewestFailure[],
  connections: readonly DeliveringConnection[],
  now: number,
): OpenCause[] {
  const byId = new Map(connections.map(connection => [connection.id, connection]))
  const mendedAt = mendings(connections)
  const known = newest.flatMap(failures => {
    const connection = byId.get(failures.connection_id)
    const cause = connection && causeOf(failures.code, connection)
    return cause ? [{ ...failures, connection, cause }] : []
  })
  return [...Map.groupBy(known, ({ cause }) => cause.id).values()].flatMap(same => {
    const [{ cause, connection }] = same as [(typeof same)[number]]
    const last = Math.max(...same.map(failures => failures.last))
    const tried = Math.max(...same.map(failures => failures.tried))
    const lasts = tried > mendedAt(cause.placeOf, connection)
    const recent = (lasts ? Math.min(now, last) : now) - EXPIRES_AFTER_MS
    const failures = same
      .filter(each => each.last >= recent)
      .map(({ connection_id, code, connection }) => {
        const from = lasts ? Math.min(recent, connection.worked ?? 0) : recent
        return { connection_id, code, from, connection }
      })
    return failures.length > 0 ? [{ cause, lasts, last, failures }] : []
  })
}

/** Lasting causes first, then newest first. */
export const byUrgency = (a: UrgentCause, b: UrgentCause): number =>
  Number(b.lasts) - Number(a.lasts) || b.last - a.last

type UrgentCause = Pick<OpenCause, 'lasts' | 'last'>

/** All connections and codes that may have failed for the same causes. */
export function ofSameCauses(
  failures: readonly FailuresOfCode[],
  connections: readonly DeliveringConnection[],
): FailuresOfCode[] {
  const byId = new Map(connections.map(connection => [connection.id, connection]))
  const found = failures.flatMap(({ connection_id, code }) => {
    const connection = byId.get(connection_id)
    const cause = connection && causeOf(code, connection)
    if (!cause) return []
    const place = cause.placeOf(connection)
    return connections
      .filter(other => cause.placeOf(other) === place)
      .flatMap(({ id }) => codesLike(code).map(like => ({ connection_id: id, code: like })))
  })
  return [...new Map(found.map(each => [keyOf(each), each])).values()]
}

/** Finds the latest delivery, test or edit, of any connection with the same place, that ends a cause; 0 without one. */
function mendings(connections: readonly DeliveringConnection[]) {
  const known = new Map<Cause['placeOf'], Map<string, number>>()
  function mendedPlaces(placeOf: Cause['placeOf']): Map<string, number> {
    const latest = new Map<string, number>()
    for (const connection of connections) {
      const { worked, mended_at } = connection
      const place = placeOf(connection)
      latest.set(place, Math.max(latest.get(place) ?? 0, worked ?? 0, mended_at ?? 0))
    }
    return latest
  }
  return (placeOf: Cause['placeOf'], connection: DeliveringConnection): number => {
    const latest = known.get(placeOf) ?? mendedPlaces(placeOf)
    known.set(placeOf, latest)
    return latest.get(placeOf(connection)) ?? 0
  }
}

/** Causes as the API returns them, most urgent first. */
export function failureGroups(
  causes: readonly OpenCause[],
  described: readonly DescribedFailures[],
): FailureGroup[] {
  const byKey = new Map(described.map(each => [keyOf(each), each]))
  return causes
    .flatMap(({ cause, lasts, failures }) => {
      const found = failures.flatMap(({ connection, ...each }) => {
        const description = byKey.get(keyOf(each))
        return description ? [{ ...description, connection }] : []
      })
      const [newest] = found.toSorted((a, b) => b.last - a.last)
      return newest ? [{ cause, lasts, last: newest.last, found, newest }] : []
    })
    .sort(byUrgency)
    .map(({ cause: { id, remedy }, lasts, found, newest }) => {
      const connections = [...Map.groupBy(found, ({ connection }) => connection).entries()]
        .map(([{ id, name }, its]) => ({ id, name, ...counted(its) }))
        .sort((a, b) => (a.last < b.last ? 1 : -1))
      return {
        id,
        reason: newest.reason ?? '',
        remedy,
        templateId: remedy === 'template' ? newest.connection.template_id : null,
        lasts,
        ...counted(found),
        alertId: newest.newest,
        connectionCount: connections.length,
        connections: connections.slice(0, LISTED_FAILING),
      }
    })
}

/** Adds up failures; of a connection and code, at most `COUNTED_FAILURES` are counted. */
const counted = (found: readonly DescribedFailures[]) => ({
  count: found.reduce((sum, { count }) => sum + Math.min(count, COUNTED_FAILURES), 0),
  more: found.some(({ count }) => count > COUNTED_FAILURES),
  since: instant(Math.min(...found.map(({ since }) => since))),
  last: instant(Math.max(...found.map(({ last }) => last))),
})

const keyOf = ({ connection_id, code }: FailuresOfCode) => `${connection_id} ${code}`
