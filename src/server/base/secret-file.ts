import { closeSync, openSync, readSync } from 'node:fs'
import { errorCode } from './errors.ts'

/** Max size of the file, far more than any secret has. */
const MAX_BYTES = 8_192

/**
 * Reads the only line of a file, trimmed, because most programs end a file with a line feed.
 * @returns the line, or the file's fault in Spanish
 */
export function readSecretFile(path: string): { content: string } | { trouble: string } {
  let bytes: Buffer
  try {
    bytes = readAtMost(path, MAX_BYTES + 1)
  } catch (error) {
    return { trouble: `no se puede leer ese archivo (${errorCode(error)})` }
  }
  if (bytes.length > MAX_BYTES) return { trouble: `el archivo supera los ${MAX_BYTES} bytes` }
  const content = decoded(bytes)?.trim()
  if (content === undefined) return { trouble: 'el archivo tiene que ser texto en UTF-8' }
  if (content === '') return { trouble: 'el archivo está vacío' }
  if (/\p{Cc}/u.test(content)) return { trouble: 'el archivo tiene que tener una sola línea' }
  return { content }
}

/** Does not rely on the file's size, which devices and pipes do not report. */
function readAtMost(path: string, length: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    let filled = 0
    let read = 0
    do {
      read = readSync(file, bytes, filled, length - filled, null)
      filled += read
    } while (read > 0 && filled < length)
    return bytes.subarray(0, filled)
  } finally {
    closeSync(file)
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
