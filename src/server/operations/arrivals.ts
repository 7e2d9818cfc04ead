/** Arrivals at a connection, taken and refused, each with advice. */
import type { Owner } from '#server/store/engine/owner.ts'
import { type ArrivedAlert, newestArrivals } from '#server/store/history/history.ts'
import { OWN_FAULT } from '#server/store/queue/begin-attempt.ts'
import type { ConnectionRow } from '#server/store/rows/connections.ts'
import { newestRefusals } from '#server/store/rows/refusals.ts'
import { bodyFault } from '#shared/body/json-fault.ts'
import { shownFault } from '#shared/body/shown-fault.ts'
import { SHOWN_ARRIVALS } from '#shared/limits.ts'
import { keysWithValue } from '#shared/message/template/stand-ins.ts'
import type { Arrival, RefusedArrival, TakenArrival } from '#shared/model/arrival.ts'
import { hiddenNames } from '#shared/payload/key-names.ts'
import { parsePayload } from '#shared/payload/payload.ts'
import type { IsHidden } from '#shared/payload/secrets-in-text.ts'
import { isTradingViews } from '#shared/tradingview/source-addresses.ts'
import { unfilledIn } from '#shared/tradingview/unfilled.ts'
import { adviceOnRefused, adviceOnTaken } from './advice.ts'
import { asAlert } from './alerts.ts'
import { instant } from './instants.ts'

/** @param since milliseconds UTC */
export async function readArrivals(
  reading: Owner,
  { id: connectionId, never_shown }: Pick<ConnectionRow, 'id' | 'never_shown'>,
  since: number,
): Promise<Arrival[]> {
  const neverShown: string[] = JSON.parse(never_shown)
  const asked = { connectionId, since, limit: SHOWN_ARRIVALS }
  const [alerts, refused] = await Promise.all([
    newestArrivals(reading, asked),
    newestRefusals(reading, asked),
  ])
  return [...alerts.map(row => asTaken(row, neverShown)), ...refused.map(asRefused)]
    .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
    .slice(0, SHOWN_ARRIVALS)
}

const keyOf = ({ timestamp, id }: Arrival): string => `${timestamp} ${id}`

function asTaken(row: ArrivedAlert, neverShown: readonly string[]): TakenArrival {
  const found = {
    ...asAlert(row),
    reading: row.reading,
    fault: faultOf(row.raw_body, hiddenNames(neverShown)),
    missing: JSON.parse(row.missing),
    unfilled: row.payload === null ? [] : unfilledIn(row.payload),
  }
  return {
    ...found,
    kind: 'taken',
    isTradingView: row.received_from !== null && isTradingViews(row.received_from),
    taken: JSON.parse(row.taken),
    came:
      found.missing.length === 0 || row.payload === null
        ? []
        : keysWithValue(parsePayload(row.payload), neverShown),
    excerpt: row.excerpt,
    advice: adviceOnTaken({
      ...found,
      isInactive: row.error_code === 'inactive',
      isOwnFault: row.misfit === OWN_FAULT,
    }),
  }
}

function faultOf(rawBody: string | null, isHidden: IsHidden): string | null {
  const fault = rawBody === null ? undefined : bodyFault(rawBody)
  return rawBody !== null && fault ? shownFault(rawBody, fault, isHidden) : null
}

function asRefused({
  id,
  code,
  message,
  timestamp,
  count,
  details,
}: Awaited<ReturnType<typeof newestRefusals>>[number]): RefusedArrival {
  const { from = null, body = null, query = [] } = JSON.parse(details ?? '{}')
  return {
    kind: 'refused',
    id,
    timestamp: instant(timestamp),
    reason: message,
    count,
    receivedFrom: from,
    isTradingView: from !== null && isTradingViews(from),
    excerpt: body,
    advice: adviceOnRefused(code, { from, query }),
  }
}
