import { MAX_LOG_BYTES } from '#shared/limits.ts'
import type { LogEntry, ReadLog } from '#shared/reconciliation/read-log.ts'
import { localTimeZone } from '#web/data/local-time.ts'
import type { ReadAnswer, ReadRequest } from './read-thread.ts'

/** Reason why a file cannot be compared, in Spanish. */
export class LogRefused extends Error {}

/** The owner's answers about a log, by the question's field. */
export type LogAnswers = Readonly<Record<string, string>>

export type ReadFile =
  | { kind: 'asks'; log: ReadLog; preview: string[][] }
  | { kind: 'read'; entries: LogEntry[]; rows: File }

const MIB = 1024 * 1024

/** @throws LogRefused */
export function readFile(
  file: File,
  answers: LogAnswers,
  { onProgress, signal }: { onProgress: (done: number) => void; signal: AbortSignal },
): Promise<ReadFile> {
  if (file.size === 0) throw new LogRefused('El archivo está vacío. Vuelve a exportarlo.')
  if (file.size > MAX_LOG_BYTES)
    throw new LogRefused(
      `El archivo pasa de ${MAX_LOG_BYTES / MIB}\u00a0MB. Exporta menos días cada vez.`,
    )
  const thread = new Worker(new URL('./read-thread.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<ReadFile>()
  signal.addEventListener('abort', () => reject(signal.reason))
  thread.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
    if (data.kind === 'progress') onProgress(data.done)
    else if (data.kind === 'refused') reject(new LogRefused(data.words))
    else resolve(data)
  })
  thread.addEventListener('error', () => reject(new Error('The log could not be read.')))
  thread.postMessage({
    file,
    choices: choicesOf(answers),
    knowsZone: answers.zone !== undefined,
  } satisfies ReadRequest)
  return promise.finally(() => thread.terminate())
}

function choicesOf({ time, message, order, zone }: LogAnswers) {
  return {
    timeZone: zone ?? localTimeZone(),
    now: Date.now(),
    columns: {
      ...(time !== undefined && { time: Number(time) }),
      ...(message !== undefined && { message: Number(message) }),
    },
    ...(order !== undefined && {
      dateOrder: order === 'mdy' ? ('mdy' as const) : ('dmy' as const),
    }),
  }
}
