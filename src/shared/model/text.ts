import { z } from 'zod'

/** A typed text that every database can store: well-formed, with U+FFFD for U+0000. */
export const textSchema = z
  .string()
  .overwrite(text => text.toWellFormed().replaceAll('\0', '\u{fffd}'))
