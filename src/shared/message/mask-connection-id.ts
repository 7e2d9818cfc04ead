import { ID_HEAD_LENGTH } from '#shared/limits.ts'
import type { RichMessage } from './rich-message.ts'
import { mapEntities } from './rich-message.ts'

/**
 * The message with every occurrence of the connection's id, or of another address of it, which is a
 * secret, cut to its first 8 characters and «…», in the text, in addresses and in a code block's language.
 */
export function maskConnectionId(message: RichMessage, connectionId: string): RichMessage {
  if (connectionId.length <= ID_HEAD_LENGTH) return message
  const head = headOf(connectionId)
  const starts = occurrences(message.text, connectionId)
  const masked = mapEntities(message.entities, position =>
    moved(position, starts, connectionId.length, head.length + 1),
  )
  return {
    text: maskInText(message.text, connectionId),
    entities: masked.map(({ url, language, ...entity }) => ({
      ...entity,
      ...(url !== undefined && { url: url.replaceAll(connectionId, `${head}%E2%80%A6`) }),
      ...(language !== undefined && { language: language.replaceAll(connectionId, head) }),
    })),
  }
}

/** The same in a text alone. */
export const maskInText = (text: string, connectionId: string): string =>
  connectionId.length <= ID_HEAD_LENGTH
    ? text
    : text.replaceAll(connectionId, `${headOf(connectionId)}…`)

/** Whether a text holds the connection's id, also percent-encoded, however often. */
export function showsSecret(text: string, connectionId: string): boolean {
  if (connectionId.length <= ID_HEAD_LENGTH) return false
  for (let read = text; ; ) {
    if (read.includes(connectionId)) return true
    const decoded = read.replace(/%[2-7][\da-f]/gi, code =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    )
    if (decoded === read) return false
    read = decoded
  }
}

const headOf = (connectionId: string): string => connectionId.slice(0, ID_HEAD_LENGTH)

function occurrences(text: string, part: string): number[] {
  const starts: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    starts.push(at)
  }
  return starts
}

/** The new place of a position when each occurrence of `length` is replaced by one of `masked`. */
function moved(position: number, starts: number[], length: number, masked: number): number {
  let before = 0
  for (let after = starts.length; before < after; ) {
    const middle = (before + after) >> 1
    if ((starts[middle] ?? position) < position) before = middle + 1
    else after = middle
  }
  const last = starts[before - 1]
  if (last === undefined) return position
  const shrinkage = length - masked
  const ofLast = Math.min(Math.max(position - last - masked, 0), shrinkage)
  return position - (before - 1) * shrinkage - ofLast
}
