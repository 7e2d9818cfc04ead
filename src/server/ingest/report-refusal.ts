import { newOrderedId } from '#server/base/ids.ts'
import type { Live } from '#server/live/live.ts'
import { GroupCommit } from '#server/store/engine/group-commit.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { type ReceivingConnection, receivingConnections } from '#server/store/rows/connections.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import { shortId, truncate } from '#shared/format.ts'
import { decodeBody } from './decode-body.ts'

export type Refusal = {
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

/** Writes a refused webhook into the error log of the connection's owner, if there is one. */
export function createRefusalReport({
  db,
  live,
}: {
  db: Database
  live: Live
}): (refusal: Refusal) => Promise<void> {
  const group = new GroupCommit(db, writeRefusals, ({ connectionId }: Refusal) => connectionId)
  return async refusal => {
    const owner = await group.commit(refusal)
    if (owner) live.changed(owner, 'errorLogs')
  }
}

/** @returns the owner of each, or null */
async function writeRefusals(
  trx: Transacting,
  refusals: readonly Refusal[],
): Promise<(string | null)[]> {
  const ids = [...new Set(refusals.map(({ connectionId }) => connectionId))]
  const connections = new Map((await receivingConnections(trx, ids)).map(row => [row.id, row]))
  const owners: (string | null)[] = []
  for (const refusal of refusals) {
    const connection = connections.get(refusal.connectionId)
    if (connection) await writeRefusal(trx, refusal, connection)
    owners.push(connection?.user_id ?? null)
  }
  return owners
}

function writeRefusal(
  trx: Transacting,
  { connectionId, code, body }: Refusal,
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
      connectionId: shortId(connectionId),
      body: truncate(decodeBody(body), EXCERPT_LENGTH),
    },
    repeatKey: `${code}:${connectionId}`,
    count: 1,
    now,
  })
}
