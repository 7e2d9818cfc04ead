import { ID_HEAD_LENGTH } from '#shared/limits.ts'
import type { RichMessage } from './rich-message.ts'
import { mapEntities } from './rich-message.ts'

/**
 * Cuts every occurrence of the connection's id, or of another secret address of it, to its first 8 characters and
 * «…»: in the text, in link addresses and (without «…») in a code block's language. Ignores case: a filter may have
 * changed it, and the original case can soon be guessed.
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

/** `maskConnectionId` for a plain text. */
export const maskInText = (text: string, connectionId: string): string =>
  connectionId.length <= ID_HEAD_LENGTH ? text : withHeads(text, connectionId, '…')

/** Whether a text contains the connection's id, ignoring case, also percent-encoded any number of times. */
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

/** Percent-encoded ASCII, U+0020 to U+007F, with all repeated encodings of its percent sign at once. */
const ENCODED = /%(?:25)*([2-7][\da-f])/gi

/** Lower case with all positions unchanged: only ASCII letters are lowered if the length would change. */
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

/** New position after each occurrence of `length` code units is replaced by `masked` code units. */
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
