import { quantity, shownOf } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'

/** «6 conexiones · 5 activas», or with a filter «2 de 6 conexiones». */
export function connectionCountLine(
  all: readonly Pick<Connection, 'isActive'>[],
  shown: readonly unknown[],
): string {
  const connections = shownOf(shown.length, all.length, 'conexión', 'conexiones')
  if (shown.length < all.length) return connections
  const active = all.filter(({ isActive }) => isActive).length
  return `${connections} · ${quantity(active, 'activa', 'activas')}`
}
