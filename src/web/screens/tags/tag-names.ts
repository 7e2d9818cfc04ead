import { matches } from '#shared/format.ts'
import { isSameTag, tagSchema } from '#shared/model/tags.ts'
import { tagTexts } from '#shared/texts.ts'

/** A tag, and how many connections bear it. */
export interface TagUse {
  name: string
  connections: number
}

/** Those that have the text in their name, whatever its case and accents. */
export const matchingTags = (tags: TagUse[], search: string): TagUse[] =>
  tags.filter(({ name }) => matches(search, name))

interface Renaming {
  tag: string
  /** All tags there are, the renamed one among them. */
  tags: readonly string[]
}

/** Why a tag can't be called so; null: it can. */
export function checkNewName(typed: string, { tag, tags }: Renaming): string | null {
  const { data: name, error } = tagSchema.safeParse(typed)
  if (error) return error.issues[0]?.message ?? tagTexts.empty
  if (name === tag) return tagTexts.unchanged
  const others = tags.filter(other => other !== tag)
  return others.some(other => isSameTag(other, name)) ? tagTexts.taken : null
}
