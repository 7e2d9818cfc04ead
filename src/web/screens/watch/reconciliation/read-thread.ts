/** Reads a log in a worker, so that the page stays responsive. */
import Papa from 'papaparse'
import { decodeLog } from '#shared/reconciliation/decode-log.ts'
import { looksLikeTime } from '#shared/reconciliation/log-time.ts'
import { type LogRow, packRows } from '#shared/reconciliation/pack.ts'
import {
  type LogChoices,
  type LogEntry,
  LogError,
  type ReadLog,
  readLog,
  rowOfEntry,
} from '#shared/reconciliation/read-log.ts'

export interface ReadRequest {
  file: File
  choices: LogChoices
  /** True if the owner has given the time zone of the log's instants, for logs that do not state it. */
  knowsZone: boolean
}

export type ReadAnswer =
  | { kind: 'progress'; done: number }
  | { kind: 'asks'; log: ReadLog; preview: string[][] }
  | { kind: 'read'; entries: LogEntry[]; rows: File }
  | { kind: 'refused'; words: string }

const PREVIEW = 6
const STEP = 2_000

const tell = (answer: ReadAnswer) => postMessage(answer)

addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
  try {
    tell(await read(data))
  } catch (error) {
    if (error instanceof LogError) tell({ kind: 'refused', words: error.message })
    else
      tell({ kind: 'refused', words: 'El navegador no pudo leer el archivo. Vuelve a elegirlo.' })
  }
})

async function read({ file, choices, knowsZone }: ReadRequest): Promise<ReadAnswer> {
  const text = decodeLog(new Uint8Array(await file.arrayBuffer()))
  if (text.includes('\0'))
    throw new LogError(
      'No es un archivo de texto. Elige el CSV tal como se descarga, no una hoja de cálculo ni un ZIP.',
    )
  const log = readLog(text, choices)
  const preview = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    skipEmptyLines: 'greedy',
    preview: PREVIEW,
  }).data
  if (log.columns.time === null && !preview.flat().some(looksLikeTime))
    throw new LogError(
      'Ninguna columna dice a qué hora se disparó cada alerta, y sin la hora no se puede comparar. Exporta el registro con su columna de fecha y hora.',
    )
  if (log.questions.length > 0 || (!log.saysZone && !knowsZone))
    return { kind: 'asks', log: { ...log, entries: [] }, preview }
  const rows: LogRow[] = []
  for (const entry of log.entries) {
    if (rows.push(rowOfEntry(entry)) % STEP === 0)
      tell({ kind: 'progress', done: (100 * rows.length) / log.entries.length })
  }
  return { kind: 'read', entries: log.entries, rows: packRows(rows) }
}
