import { z } from 'zod'
import { MAX_TAG_LENGTH, MAX_TAGS } from '../limits.ts'
import { tooLong } from '../texts/limits.ts'
import { tagTexts } from '../texts/tags.ts'
import { listOf } from './bounded.ts'
import { nameSchema, textSchema } from './text.ts'

/** Trims tags and drops empty and repeated ones, keeping the order. */
export function normalizeTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(tag => tag.trim()).filter(tag => tag !== ''))]
}

/** Compares without case: «Oro» and «oro» are the same tag. */
export const isSameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** A tag is one segment of a URL path, where clients remove the segments `.` and `..`. */
const UNADDRESSABLE = /^\s*\.{1,2}\s*$/

const text = nameSchema
  .max(MAX_TAG_LENGTH, tooLong(MAX_TAG_LENGTH))
  .refine(tag => !UNADDRESSABLE.test(tag), tagTexts.unaddressable)

/** An existing tag, exempt from the rules for new names. */
export const knownTagSchema = textSchema.max(MAX_TAG_LENGTH, tooLong(MAX_TAG_LENGTH))

/** A tag's new name. */
export const tagSchema = text.trim().min(1, tagTexts.empty)

/** Longest list of tags as written; repeats count as one tag only after this check. */
const MAX_WRITTEN_TAGS = 10 * MAX_TAGS

const tooMany = `Como máximo ${MAX_TAGS} etiquetas.`

export const tagsSchema = listOf(text, MAX_WRITTEN_TAGS, tooMany)
  .transform(normalizeTags)
  .pipe(z.array(z.string()).max(MAX_TAGS, tooMany))
