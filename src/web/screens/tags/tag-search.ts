import { matches } from '#shared/format.ts'

/** A tag, and how many connections bear it. */
export interface TagUse {
  name: string
  connections: number
}

export const matchingTags = (tags: TagUse[], search: string): TagUse[] =>
  tags.filter(({ name }) => isTagFound(name, search))

/** Whether the name has the text in it, whatever its case and accents. */
export const isTagFound = (name: string, search: string): boolean => matches(search, name)
