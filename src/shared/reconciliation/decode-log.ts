/** Decodes a file as a spreadsheet saved it: UTF-16 by its byte order mark, else UTF-8, else Windows-1252. */
export function decodeLog(bytes: Uint8Array): string {
  const [first, second] = bytes
  const utf16 =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : null
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
