import { formatNumber } from '#shared/format.ts'
import type { TagUse } from './tag-search.ts'

/** «3 conexiones», «1 conexión». */
export const bearersCount = (connections: number): string =>
  `${formatNumber(connections)} ${connections === 1 ? 'conexión' : 'conexiones'}`

/** What becomes of whom when a tag is deleted. */
export const removalText = ({ name, connections }: TagUse): string =>
  connections === 1
    ? `«${name}» se quitará de la conexión que la lleva. La conexión se conserva.`
    : `«${name}» se quitará de las ${bearersCount(connections)} que la llevan. Las conexiones se conservan.`

/** «6 etiquetas», or with a search «2 de 6 etiquetas». */
export function countLine(all: number, shown: number): string {
  const total = `${formatNumber(all)} ${all === 1 ? 'etiqueta' : 'etiquetas'}`
  return shown < all ? `${formatNumber(shown)} de ${total}` : total
}
