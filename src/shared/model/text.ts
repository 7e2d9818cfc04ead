import { z } from 'zod'

/** What a person typed, as every store takes it: well-formed, with U+FFFD for U+0000. */
export const textSchema = z
  .string()
  .overwrite(text => text.toWellFormed().replaceAll('\0', '\u{fffd}'))
