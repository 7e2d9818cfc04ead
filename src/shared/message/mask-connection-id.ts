import { ID_HEAD_LENGTH } from '#shared/limits.ts'
import type { RichMessage } from './rich-message.ts'
import { mapEntities } from './rich-message.ts'

/**
 * The message with every occurrence of the connection's id, or of another address of it, which is a
 * secret, cut to its first 8 characters and «…», in the text, in addresses and in a code block's
 * language; also where a filter has changed its case, which is soon guessed.
 */
export function maskConnectionId(message: RichMessage, connectionId: string): RichMessage {
  if (connectionId.length <= ID_HEAD_LENGTH) return message
  const starts = occurrences(message.text, connectionId)
  const masked = mapEntities(message.entities, position =>
    moved(position, starts, connectionId.length, ID_HEAD_LENGTH + 1),
  )
  const cut = (text: string, mark: string) => withHeads(text, connectionId, mark)
  return {
    text: maskInText(message.text, connectionId),
    entities: masked.map(({ url, language, ...entity }) => ({
      ...entity,
      ...(url !== undefined && { url: cut(url, '%E2%80%A6') }),
      ...(language !== undefined && { language: cut(language, '') }),
    })),
  }
}

/** The same in a text alone. */
export const maskInText = (text: string, connectionId: string): string =>
  connectionId.length <= ID_HEAD_LENGTH ? text : withHeads(text, connectionId, '…')

/** Whether a text holds the connection's id, in any case, also percent-encoded, however often. */
export function showsSecret(text: string, connectionId: string): boolean {
  if (connectionId.length <= ID_HEAD_LENGTH) return false
  for (let read = text; ; ) {
    if (occurrences(read, connectionId).length > 0) return true
    const decoded = read.replace(ENCODED, (_encoded, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    if (decoded === read) return false
    read = decoded
  }
}

/** Visible ASCII; of a percent sign that was encoded again and again, all at once. */
const ENCODED = /%(?:25)*([2-7][\da-f])/gi

/** In lower case, no position changed: where a letter would become longer, ASCII's alone. */
function withoutCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase())
}

function occurrences(text: string, part: string): number[] {
  const searched = withoutCase(text)
  const wanted = withoutCase(part)
  const starts: number[] = []
  let at = searched.indexOf(wanted)
  for (; at >= 0; at = searched.indexOf(wanted, at + wanted.length)) starts.push(at)
  return starts
}

/** The text with each occurrence of the id cut to its head and the mark. */
function withHeads(text: string, connectionId: string, mark: string): string {
  let cut = ''
  let end = 0
  for (const start of occurrences(text, connectionId)) {
    cut += text.slice(end, start + ID_HEAD_LENGTH) + mark
    end = start + connectionId.length
  }
  return cut + text.slice(end)
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
