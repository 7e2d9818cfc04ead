import { matches } from '#shared/format.ts'
import { isSameTag, tagSchema } from '#shared/model/tags.ts'
import { tagTexts } from '#shared/texts/tags.ts'

/** A tag and the number of connections that have it. */
export interface TagUse {
  name: string
  connections: number
}

/** Tags whose name contains the text, ignoring case and accents. */
export const matchingTags = (tags: TagUse[], search: string): TagUse[] =>
  tags.filter(({ name }) => matches(search, name))

interface Renaming {
  tag: string
  /** All tags, including the renamed one. */
  tags: readonly string[]
}

/** Reason why a new name is refused; null if it is valid. */
export function checkNewName(typed: string, { tag, tags }: Renaming): string | null {
  const { data: name, error } = tagSchema.safeParse(typed)
  if (error) return error.issues[0]?.message ?? tagTexts.empty
  if (name === tag) return tagTexts.unchanged
  const others = tags.filter(other => other !== tag)
  return others.some(other => isSameTag(other, name)) ? tagTexts.taken : null
}
