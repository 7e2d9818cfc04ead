import { createORPCErrorFromJson, isORPCErrorJson } from '@orpc/client'
import { readerTimeZone } from '#web/data/reader-time.ts'
import { CALL_LIMIT_MS } from '#web/data/time-limit.ts'
import { watchSilence } from '#web/data/watch-silence.ts'
import type { Found } from '../use-alerts-page.ts'
import { exportAddress } from './export-address.ts'
import type { ExportFormat } from './export-formats.ts'
import { rowCounter } from './row-counter.ts'

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
  const heard = watchSilence(CALL_LIMIT_MS, () => silence.abort(), ended)
  const response = await fetch(exportAddress(format, { ...found, timeZone: readerTimeZone }), {
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
