import { quantity, shownOf } from '#shared/format.ts'
import type { TagUse } from './tag-names.ts'

/** «3 conexiones», «1 conexión». */
export const bearersCount = (connections: number): string =>
  quantity(connections, 'conexión', 'conexiones')

/** Confirmation of deleting a tag: connections lose it and are kept. */
export const removalText = ({ name, connections }: TagUse): string =>
  connections === 1
    ? `«${name}» se quitará de la conexión que la lleva. La conexión se conserva.`
    : `«${name}» se quitará de las ${bearersCount(connections)} que la llevan. Las conexiones se conservan.`

/** «6 etiquetas», or with a search «2 de 6 etiquetas». */
export const countLine = (all: number, shown: number): string =>
  shownOf(shown, all, 'etiqueta', 'etiquetas')
