import { isUtf8 } from 'node:buffer'

/**
 * The text of a body, whatever encoding it claims: UTF-16 where it begins like UTF-16, else UTF-8, in
 * which a byte that is not UTF-8 is read as Windows-1252. A byte order mark is dropped. U+0000 becomes
 * U+FFFD, because PostgreSQL cannot store it.
 */
export const decodeBody = (bytes: Uint8Array): string =>
  textOf(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')

function textOf(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(BEYOND_ASCII, found =>
      found.length > 1
        ? Buffer.from(found, 'latin1').toString()
        : windows1252.charAt(found.charCodeAt(0)),
    )
}

/** Recognises UTF-16 by its byte order mark, else by the zero bytes of two ASCII letters; undefined: not UTF-16. */
function utf16Of([first, second, third, fourth]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return undefined
}

/** A UTF-8 sequence beyond ASCII, else any single byte beyond ASCII, in a text with a code unit for each byte. */
const BEYOND_ASCII = new RegExp(
  [
    String.raw`[\xc2-\xdf][\x80-\xbf]`,
    String.raw`\xe0[\xa0-\xbf][\x80-\xbf]`,
    String.raw`\xed[\x80-\x9f][\x80-\xbf]`,
    String.raw`[\xe1-\xec\xee\xef][\x80-\xbf]{2}`,
    String.raw`\xf0[\x90-\xbf][\x80-\xbf]{2}`,
    String.raw`[\xf1-\xf3][\x80-\xbf]{3}`,
    String.raw`\xf4[\x80-\x8f][\x80-\xbf]{2}`,
    String.raw`[\x80-\xff]`,
  ].join('|'),
  'g',
)

const windows1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
)
