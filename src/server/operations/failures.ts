import { clock } from '#server/base/clock.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import {
  deliveringConnections,
  describeFailures,
  findFailures,
  newestFailures,
  newestOfFailures,
} from '#server/store/history/history.ts'
import { requeueAlerts } from '#server/store/rows/alerts.ts'
import { LISTED_CAUSES } from '#shared/limits.ts'
import { cutOff, queueAgain } from './alerts.ts'
import { signedIn } from './callers.ts'
import { byUrgency, failureGroups, ofSameCauses, openCauses } from './failure-groups.ts'
import { instant } from './instants.ts'

export function failureOperations({ wake }: { wake: (lanes: string[]) => void }) {
  return {
    list: signedIn.failures.list.handler(async ({ context: { reading }, input }) => {
      const now = clock.now()
      const causes = await causesOf(reading, input.connectionId, now)
      const listed = causes.toSorted(byUrgency).slice(0, LISTED_CAUSES)
      const described = await describeFailures(
        reading,
        listed.flatMap(({ failures }) => failures.map(({ connection: _, ...which }) => which)),
      )
      const groups = failureGroups(listed, described)
      return {
        groups,
        // Without causes whose failures were all resent meanwhile.
        total: causes.length - (listed.length - groups.length),
        // Includes failures received in this millisecond.
        asOf: instant(now + 1),
      }
    }),

    resend: signedIn.failures.resend.handler(async ({ context: { owner, reading }, input }) => {
      const { connectionId, cause: id } = input
      const before = await cutOff(reading, input.before)
      const causes = await causesOf(reading, connectionId, clock.now())
      const asked = causes.find(({ cause }) => cause.id === id)
      if (!asked) return { resent: 0, left: 0 }
      const { ids, total } = await findFailures(reading, asked.failures, before)
      if (ids.length === 0) return { resent: 0, left: 0 }
      // Not earlier than the list was read, or the next request would find the same alerts again.
      const now = Math.max(clock.now(), before)
      const { resent, lanes } = await ownerTransaction(owner, own =>
        queueAgain(own, ids, some => requeueAlerts(own, some, now, before)),
      )
      wake(lanes)
      return { resent, left: total - resent }
    }),
  }
}

/** @param connectionId limits each cause to the failures of this connection */
async function causesOf(reading: Owner, connectionId: string | undefined, now: number) {
  const newest = await newestFailures(reading, connectionId)
  if (newest.length === 0) return []
  const connections = await deliveringConnections(reading)
  if (connectionId === undefined) return openCauses(newest, connections, now)
  // Whether a cause lasts depends on all connections that it concerns.
  const which = ofSameCauses(newest, connections)
  const causes = openCauses(await newestOfFailures(reading, which), connections, now)
  return causes.flatMap(({ failures, ...cause }) => {
    const its = failures.filter(({ connection }) => connection.id === connectionId)
    return its.length > 0 ? [{ ...cause, failures: its }] : []
  })
}
