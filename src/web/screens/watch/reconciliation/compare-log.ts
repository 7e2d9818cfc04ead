import { formatNumber } from '#shared/format.ts'
import { type RowFinding, unpackComparison } from '#shared/reconciliation/pack.ts'
import { findPatterns } from '#shared/reconciliation/patterns.ts'
import type { LogEntry } from '#shared/reconciliation/read-log.ts'
import { claimTexts, doubtTexts } from '#shared/reconciliation/verdicts.ts'
import { client } from '#web/data/client.ts'
import type { Report, ReportRow } from './report.ts'

/** Has the server compare the log's entries with the history. */
export async function compareEntries(
  fileName: string,
  { entries, rows }: { entries: readonly LogEntry[]; rows: File },
  signal: AbortSignal,
): Promise<Report> {
  const found = await unpackComparison(await client.reconciliation.compare(rows, { signal }))
  const names = new Map(found.connections.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | undefined) => (id ? (names.get(id) ?? 'Conexión eliminada') : '')
  const listed = found.rows.flatMap((finding, place): ReportRow[] => {
    const entry = entries[place]
    if (!entry) return []
    const { verdict, alert } = finding
    return [
      {
        key: `log ${place}`,
        verdict,
        at: entry.at,
        firedAt: entry.at,
        arrivedAt: alert?.receivedAt ?? null,
        name: entry.name || entry.ticker || 'Sin nombre',
        symbol: entry.ticker,
        connectionId: alert?.connectionId ?? null,
        connectionName: nameOf(alert?.connectionId),
        alertId: alert?.id ?? null,
        isResent: false,
        reason: reasonOf(finding, entry),
        statusText: entry.status,
        description: entry.message,
      },
    ]
  })
  const unlisted = found.unlisted.map(
    (alert): ReportRow => ({
      key: alert.id,
      verdict: 'unlisted',
      at: alert.receivedAt,
      firedAt: null,
      arrivedAt: alert.receivedAt,
      name: alert.name || 'Sin nombre',
      symbol: '',
      connectionId: alert.connectionId,
      connectionName: nameOf(alert.connectionId),
      alertId: alert.id,
      isResent: false,
      reason: alert.reason ?? '',
      statusText: '',
      description: '',
    }),
  )
  return {
    fileName,
    rows: [...listed, ...unlisted],
    advice: findPatterns(
      found.rows.map(({ verdict }, place) => ({
        at: entries[place]?.at ?? null,
        verdict,
        name: entries[place]?.name ?? '',
        cause: entries[place]?.cause ?? null,
      })),
    ),
    unlistedMore: found.unlistedTotal - found.unlisted.length,
  }
}

/** Reason for the verdict on a row of the log. */
function reasonOf({ verdict, doubt, alert, alsoEqual }: RowFinding, { claim }: LogEntry): string {
  const equal =
    alsoEqual > 1
      ? `Hay ${formatNumber(alsoEqual)} iguales en ese segundo: se cuentan, no se emparejan.`
      : ''
  return [whyOf(), equal].filter(Boolean).join(' ')

  function whyOf(): string {
    if (doubt) return doubtTexts[doubt]
    if (verdict === 'lost') return claimTexts[claim]
    if (verdict !== 'undelivered') return ''
    return alert?.reason ?? (alert?.status === 'pending' ? 'Aún espera a que salga.' : '')
  }
}
