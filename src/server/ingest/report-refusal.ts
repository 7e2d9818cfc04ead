import { newOrderedId } from '#server/base/ids.ts'
import type { Live } from '#server/live/live.ts'
import { GroupCommit } from '#server/store/engine/group-commit.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import {
  type ReceivingConnection,
  receivingConnections,
} from '#server/store/rows/receiving-connections.ts'
import { shortId, truncate } from '#shared/format.ts'
import { decodeBody } from './decode-body.ts'

export type Refusal = {
  /** Or the id of another address of the connection, as below. */
  connectionId: string
  code: 'empty' | 'too-large' | 'not-stored'
  /** The beginning of the body. */
  body: Uint8Array
}

const EXCERPT_LENGTH = 500

const messages: Record<Refusal['code'], (connection: string) => string> = {
  empty: name =>
    `Llegó un mensaje vacío para «${name}». Escribe el mensaje de la alerta en TradingView.`,
  'too-large': name =>
    `Llegó un mensaje demasiado grande para «${name}» y no se guardó. Acórtalo en TradingView.`,
  'not-stored': name =>
    `No se pudo guardar a tiempo una alerta de «${name}». TradingView la envía otra vez.`,
}

/** Reports that wait for the database at once: ids may be made up, so there is no end to them. */
const MOST_WAITING = 1_000

type Report = Refusal & { count: number }

/**
 * Writes refused webhooks into the error log of the connection's owner, if there is one. Those of one
 * connection that wait for the database wait as one report.
 * @throws StoreBusyError when a report could not be written, or too many wait
 */
export function createRefusalReport({
  db,
  live,
}: {
  db: Database
  live: Live
}): (refusal: Refusal) => Promise<void> {
  const waiting = new Map<string, { report: Report; written: Promise<void> }>()
  const group = new GroupCommit(db, writeReports, {
    keyOf: ({ connectionId }: Report) => connectionId,
  })

  /** @returns the owner of each, or null */
  function writeReports(trx: Transacting, reports: readonly Report[]): Promise<(string | null)[]> {
    for (const report of reports) waiting.delete(keyOf(report))
    return writeRefusals(trx, reports)
  }

  async function write(report: Report): Promise<void> {
    try {
      const owner = await group.commit(report)
      if (owner) live.changed(owner, 'errorLogs')
    } finally {
      if (waiting.get(keyOf(report))?.report === report) waiting.delete(keyOf(report))
    }
  }

  return refusal => {
    const key = keyOf(refusal)
    const same = waiting.get(key)
    if (same) {
      same.report.count += 1
      return same.written
    }
    if (waiting.size >= MOST_WAITING)
      return Promise.reject(new StoreBusyError('too many refusals wait to be written'))
    const report = { ...refusal, count: 1 }
    const written = write(report)
    waiting.set(key, { report, written })
    return written
  }
}

const keyOf = ({ code, connectionId }: Refusal): string => `${code}:${connectionId}`

async function writeRefusals(
  trx: Transacting,
  reports: readonly Report[],
): Promise<(string | null)[]> {
  const ids = [...new Set(reports.map(({ connectionId }) => connectionId))]
  const connections = await receivingConnections(trx, ids)
  const owners: (string | null)[] = []
  for (const report of reports) {
    const connection = connections.get(report.connectionId)
    if (connection) await writeRefusal(trx, report, connection)
    owners.push(connection?.user_id ?? null)
  }
  return owners
}

function writeRefusal(
  trx: Transacting,
  { code, body, count }: Report,
  connection: ReceivingConnection,
): Promise<void> {
  const now = Date.now()
  return logError(trx, {
    id: newOrderedId(now),
    userId: connection.user_id,
    source: 'webhook',
    message: messages[code](connection.name),
    isCritical: code !== 'empty',
    details: {
      connectionId: shortId(connection.id),
      body: truncate(decodeBody(body), EXCERPT_LENGTH),
    },
    repeatKey: `${code}:${connection.id}`,
    count,
    now,
  })
}
