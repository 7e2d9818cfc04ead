import { foldText, formatNumber } from '#shared/format.ts'

/** A tag, and how many connections bear it. */
export interface TagUse {
  name: string
  connections: number
}

export const matchingTags = (tags: TagUse[], search: string): TagUse[] =>
  tags.filter(({ name }) => isTagFound(name, search))

/** Whether the name has the text in it, whatever its case and accents. */
export const isTagFound = (name: string, search: string): boolean =>
  foldText(name).includes(foldText(search.trim()))

/** «6 etiquetas», or with a search «2 de 6 etiquetas». */
export function tagCountLine(all: number, shown: number): string {
  const total = `${formatNumber(all)} ${all === 1 ? 'etiqueta' : 'etiquetas'}`
  return shown < all ? `${formatNumber(shown)} de ${total}` : total
}
