import { ID_HEAD_LENGTH } from '#shared/limits.ts'
import type { RichMessage } from './rich-message.ts'
import { mapEntities } from './rich-message.ts'

/**
 * The message with every occurrence of the connection's id, or of another address of it, which is a
 * secret, cut to its first 8 characters and «…», in the text, in addresses and in a code block's language.
 */
export function maskConnectionId(message: RichMessage, connectionId: string): RichMessage {
  if (connectionId.length <= ID_HEAD_LENGTH) return message
  const head = connectionId.slice(0, ID_HEAD_LENGTH)
  const starts = occurrences(message.text, connectionId)
  const masked = mapEntities(message.entities, position =>
    moved(position, starts, connectionId.length, head.length + 1),
  )
  return {
    text: message.text.replaceAll(connectionId, `${head}…`),
    entities: masked.map(({ url, language, ...entity }) => ({
      ...entity,
      ...(url !== undefined && { url: url.replaceAll(connectionId, `${head}%E2%80%A6`) }),
      ...(language !== undefined && { language: language.replaceAll(connectionId, head) }),
    })),
  }
}

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
