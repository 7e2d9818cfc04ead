import { foldText, formatNumber } from '#shared/format.ts'

/** A tag, and how many connections bear it. */
export interface TagUse {
  name: string
  connections: number
}

/** Those that have the text in their name, whatever its case and accents. */
export function matchingTags(tags: TagUse[], search: string): TagUse[] {
  const wanted = foldText(search.trim())
  return tags.filter(({ name }) => foldText(name).includes(wanted))
}

/** «6 etiquetas», or with a search «2 de 6 etiquetas». */
export function tagCountLine(all: number, shown: number): string {
  const total = `${formatNumber(all)} ${all === 1 ? 'etiqueta' : 'etiquetas'}`
  return shown < all ? `${formatNumber(shown)} de ${total}` : total
}
