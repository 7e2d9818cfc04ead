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
  /** Told of the rows that have come. */
  onRows: (rows: number) => void
  signal: AbortSignal
}

/**
 * The file with all that was found, and the name that the server gives it. Throws the contract's
 * errors, and when nothing more comes.
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
  // A response keeps a large file outside of the page's memory.
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
  /** Whose clock the instants are told by. */
  timeZone: string
}

/** Where the server streams all that a filter finds and that had come before an instant. */
export function exportAddress(format: ExportFormat, { filter, asOf, timeZone }: Exported): string {
  const asked = new URLSearchParams({ format, before: asOf, tz: timeZone })
  for (const [name, value] of Object.entries(filter)) if (value) asked.set(name, String(value))
  return `/api/alerts/export?${asked}`
}

const LINE_FEED = 0x0a

/** Counts the rows of a file that comes in pieces, in UTF-8: a head, then each row on one line. */
export function rowCounter(): (piece: Uint8Array) => number {
  let lines = 0
  return piece => {
    for (const byte of piece) if (byte === LINE_FEED) lines += 1
    return Math.max(0, lines - 1)
  }
}
