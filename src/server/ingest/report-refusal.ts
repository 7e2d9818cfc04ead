import { clock } from '#server/base/clock.ts'
import { newOrderedId } from '#server/base/ids.ts'
import type { Live } from '#server/live/live.ts'
import { GroupCommit } from '#server/store/engine/group-commit.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import { notify } from '#server/store/rows/notifications.ts'
import {
  type ReceivingConnection,
  receivingConnections,
} from '#server/store/rows/receiving-connections.ts'
import { refusalKey } from '#server/store/rows/refusals.ts'
import { formatNumber, shortId, truncate } from '#shared/format.ts'
import { MAX_WAITING_ALERTS } from '#shared/limits.ts'
import type { RefusalCode } from '#shared/model/arrival.ts'
import type { Collection } from '#shared/model/live-event.ts'
import { hiddenNames } from '#shared/payload/key-names.ts'
import { withoutTextSecrets } from '#shared/payload/secrets-in-text.ts'
import { decodeBody } from './decode-body.ts'
import type { KnownConnections } from './known-connections.ts'

export type Refusal = {
  addressId: string
  code: RefusalCode
  /** The beginning of the body, where it was read. */
  body?: Uint8Array
  /** The sender's IP address; set only for `over-rate`, `queue-full` and `not-tradingview`. */
  from?: string
  /** The request's target with shortened ids; set only for a miscopied address. */
  address?: string
  /** The names of the parameters in the address. */
  query?: readonly string[]
  /** Content encoding: the named one, else the one that the first bytes show; set only for compressed bodies. */
  encoding?: string | undefined
  /** Number of refusals; 1 by default. */
  count?: number
}

const EXCERPT_LENGTH = 500
/** Code units searched for secrets: a secret that begins in the excerpt may end beyond it. */
const READ_LENGTH = 8 * EXCERPT_LENGTH

const messages: Record<RefusalCode, (connection: string, from: string) => string> = {
  miscopied: name =>
    `Llegó un webhook para «${name}» a una dirección mal copiada, y no se guardó. Copia otra vez la URL del webhook y pégala sola en TradingView.`,
  cut: name =>
    `Un webhook para «${name}» se cortó antes de llegar entero, y no se guardó. Mira en los detalles lo que llegó.`,
  encoded: name =>
    `Un webhook para «${name}» llegó comprimido y no se pudo leer, así que no se guardó. Envíalo sin comprimir.`,
  empty: name =>
    `Llegó un mensaje vacío para «${name}». Escribe el mensaje de la alerta en TradingView.`,
  'too-large': name =>
    `Llegó un mensaje demasiado grande para «${name}» y no se guardó. Acórtalo en TradingView.`,
  'not-stored': name =>
    `No se pudo guardar a tiempo una alerta de «${name}». TradingView la envía otra vez.`,
  'over-rate': name =>
    `A «${name}» le llegan más webhooks por segundo de los que admite esta instalación. TradingView los envía otra vez.`,
  'queue-full': () =>
    `Esperan ${formatNumber(MAX_WAITING_ALERTS)} alertas, el máximo de una cuenta: no se admiten más hasta que salgan. TradingView las envía otra vez.`,
  'not-tradingview': (name, from) =>
    `Se rechazó un webhook para «${name}» que no venía de TradingView, sino de ${from}. En Configuración decides si se admiten.`,
}

/** Max reports waiting for the database: ids may be made up, so their number is unlimited. */
const MOST_WAITING = 1_000

type Report = Refusal & { count: number }

/**
 * Writes refused webhooks into the error log of the connection's owner, if there is one. Refusals with the same
 * address and code that wait for the database share one report.
 * @throws StoreBusyError if a report could not be written, or too many wait
 */
export function createRefusalReport({
  db,
  live,
  known,
}: {
  db: Database
  live: Live
  /** Forgets addresses that no longer lead to a connection. */
  known: Pick<KnownConnections, 'forget'>
}): (refusal: Refusal) => Promise<void> {
  const waiting = new Map<string, { report: Report; written: Promise<void> }>()
  const group = new GroupCommit(db, writeReports, {
    keyOf: ({ addressId }: Report) => addressId,
  })

  /** @returns each report's owner, or null */
  function writeReports(trx: Transacting, reports: readonly Report[]): Promise<(string | null)[]> {
    for (const report of reports) waiting.delete(keyOf(report))
    return writeRefusals(trx, reports)
  }

  async function write(report: Report): Promise<void> {
    try {
      const owner = await group.commit(report)
      if (owner) live.changed(owner, ...changedBy(report))
      else known.forget(report.addressId)
    } finally {
      if (waiting.get(keyOf(report))?.report === report) waiting.delete(keyOf(report))
    }
  }

  return refusal => {
    const key = keyOf(refusal)
    const same = waiting.get(key)
    if (same) {
      same.report.count += refusal.count ?? 1
      return same.written
    }
    if (waiting.size >= MOST_WAITING)
      return Promise.reject(new StoreBusyError('too many refusals wait to be written'))
    const report = { count: 1, ...refusal }
    const written = write(report)
    waiting.set(key, { report, written })
    return written
  }
}

const changedBy = ({ code }: Refusal): Collection[] =>
  code === 'queue-full' ? ['errorLogs', 'notifications'] : ['errorLogs']

const keyOf = ({ code, addressId }: Refusal): string => `${code}:${addressId}`

async function writeRefusals(
  trx: Transacting,
  reports: readonly Report[],
): Promise<(string | null)[]> {
  const ids = [...new Set(reports.map(({ addressId }) => addressId))]
  const connections = await receivingConnections(trx, ids)
  const owners: (string | null)[] = []
  for (const report of reports) {
    const connection = connections.get(report.addressId)
    if (connection) await writeRefusal(trx, report, connection)
    owners.push(connection?.user_id ?? null)
  }
  return owners
}

async function writeRefusal(
  trx: Transacting,
  { code, body, from, address, query, encoding, count }: Report,
  connection: ReceivingConnection,
): Promise<void> {
  const now = clock.now()
  const entry = {
    id: newOrderedId(now),
    userId: connection.user_id,
    message: messages[code](connection.name, from ?? ''),
    repeatKey: refusalKey(code, connection.id),
    count,
    now,
  }
  await logError(trx, {
    ...entry,
    source: 'webhook',
    isCritical: code !== 'empty',
    details: {
      connectionId: shortId(connection.id),
      ...(from && { from }),
      ...(address && { address }),
      ...(query && query.length > 0 && { query }),
      ...(encoding && { encoding: truncate(encoding, 40) }),
      ...(body && { body: excerptOf(body, JSON.parse(connection.never_shown)) }),
    },
  })
  if (code === 'queue-full')
    await notify(trx, {
      ...entry,
      title: () => 'No se admiten más alertas por ahora',
      type: 'error',
      link: '/alerts?status=pending',
    })
}

/** The beginning of a body, without its secrets. */
function excerptOf(body: Uint8Array, neverShown: readonly string[]): string {
  const beginning = decodeBody(body).slice(0, READ_LENGTH)
  return truncate(withoutTextSecrets(beginning, hiddenNames(neverShown)), EXCERPT_LENGTH)
}
