import { createORPCErrorFromJson, isORPCErrorJson } from '@orpc/client'
import type { ExportFormat } from '#shared/list-choices.ts'
import type { AlertFilter } from '#shared/model/alert.ts'
import { localTimeZone } from '#web/data/local-time.ts'
import { CALL_TIMEOUT_MS } from '#web/data/timeout.ts'
import { startWatchdog } from '#web/data/watchdog.ts'
import type { Found } from '../use-alerts-page.ts'

interface FetchExport {
  format: ExportFormat
  found: Found
  /** Called with the number of rows received so far. */
  onRows: (rows: number) => void
  signal: AbortSignal
}

/**
 * Downloads all matches as a file, with the name that the server gives it. Throws the contract's errors, and
 * aborts when no data arrives for `CALL_TIMEOUT_MS`.
 */
export async function fetchExport({ format, found, onRows, signal }: FetchExport) {
  const silence = new AbortController()
  const ended = AbortSignal.any([signal, silence.signal])
  const heard = startWatchdog(CALL_TIMEOUT_MS, () => silence.abort(), ended)
  const response = await fetch(exportAddress(format, { ...found, timeZone: localTimeZone() }), {
    signal: ended,
  })
  if (!response.ok || !response.body) throw await refusal(response)
  const count = rowCounter()
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, out) {
      heard()
      onRows(count(piece))
      out.enqueue(piece)
    },
  })
  // A Response keeps a large file out of the page's memory.
  const file = await new Response(response.body.pipeThrough(counted), {
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }).blob()
  const [, name = `historial.${format}`] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { file, name }
}

async function refusal(response: Response): Promise<Error> {
  const json: unknown = await response.json().catch(() => undefined)
  return isORPCErrorJson(json)
    ? createORPCErrorFromJson(json)
    : new Error(`The export answered ${response.status}.`)
}

interface Exported {
  filter: AlertFilter
  asOf: string
  /** Time zone in which times are written. */
  timeZone: string
}

/** Address of the export of all matches of a filter that arrived before an instant. */
export function exportAddress(format: ExportFormat, { filter, asOf, timeZone }: Exported): string {
  const asked = new URLSearchParams({ format, before: asOf, tz: timeZone })
  for (const [name, value] of Object.entries(filter)) if (value) asked.set(name, String(value))
  return `/api/alerts/export?${asked}`
}

const LINE_FEED = 0x0a

/** Counts the rows of a UTF-8 file that arrives in chunks: one line per row, after a header line or «[». */
export function rowCounter(): (piece: Uint8Array) => number {
  let lines = 0
  return piece => {
    for (const byte of piece) if (byte === LINE_FEED) lines += 1
    return Math.max(0, lines - 1)
  }
}
