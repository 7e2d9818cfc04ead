import { z } from 'zod'

/** A typed text that every database can store: well-formed, with U+FFFD for U+0000. */
export const textSchema = z
  .string()
  .overwrite(text => text.toWellFormed().replaceAll('\0', '\u{fffd}'))

/** A name is one line: line breaks and control characters, which could steer a terminal, become a space. */
export const nameSchema = textSchema.overwrite(name =>
  name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
)
