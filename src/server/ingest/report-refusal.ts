import { newOrderedId } from '#server/base/ids.ts'
import type { Live } from '#server/live/live.ts'
import { receivingConnections } from '#server/store/connections.ts'
import { logError } from '#server/store/error-logs.ts'
import type { Database } from '#server/store/schema.ts'
import { transaction } from '#server/store/transaction.ts'
import { shortId, truncate } from '#shared/format.ts'

export type Refusal = {
  connectionId: string
  code: 'empty' | 'too-large' | 'not-stored'
  /** The start of what came. */
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

/** What was refused leaves an entry with its owner, if it has one. */
export async function reportRefusal(
  { connectionId, code, body }: Refusal,
  { db, live }: { db: Database; live: Live },
): Promise<void> {
  const now = Date.now()
  const owner = await transaction(db, async trx => {
    const [connection] = await receivingConnections(trx, [connectionId])
    if (!connection) return null
    await logError(trx, {
      id: newOrderedId(now),
      userId: connection.user_id,
      source: 'webhook',
      message: messages[code](connection.name),
      isCritical: code !== 'empty',
      details: {
        connectionId: shortId(connectionId),
        body: truncate(new TextDecoder().decode(body), EXCERPT_LENGTH),
      },
      repeatKey: `${code}:${connectionId}`,
      count: 1,
      now,
    })
    return connection.user_id
  })
  if (owner) live.changed(owner, 'errorLogs')
}
