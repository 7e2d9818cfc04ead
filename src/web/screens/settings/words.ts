import { formatList, formatNumber, plural, quantity } from '#shared/format.ts'
import type { DanglingReferences } from './data/check-import.ts'

export const settingsTexts = {
  accountUpdated: '¡Detalles de cuenta actualizados!',
  accountUnchanged: 'No hay cambios que guardar.',
  preferencesSaved: '¡Preferencias guardadas!',
  sessionsEnded: (count: number) =>
    plural(count, 'Sesión cerrada.', `${formatNumber(count)} sesiones cerradas.`),
  exported: '¡Configuraciones exportadas exitosamente!',
  imported: 'Datos importados correctamente.',
  reset: 'Toda la configuración ha sido reiniciada.',
}

/** Warns that a reset cancels waiting alerts. */
export const cancelledWords = (pending: number): string =>
  `Hay ${quantity(pending, 'alerta', 'alertas')} aún por enviar: ${plural(pending, 'ya no se enviará', 'ya no se enviarán')}.`

/** Warns that an import gives connections another address. */
export const readdressedWords = (names: readonly string[]): string =>
  names.length === 1
    ? `El id de ${shown(names)} ya lo usa otra cuenta o es tan corto que se podría adivinar. Tendrá uno nuevo, y habrá que cambiar su URL del webhook en TradingView.`
    : `Los ids de ${shown(names)} ya los usan otras cuentas o son tan cortos que se podrían adivinar. Tendrán otros nuevos, y habrá que cambiar sus URL del webhook en TradingView.`

/** Warns that an import takes addresses out of use. */
export const droppedWords = (names: readonly string[]): string =>
  names.length === 1
    ? `El archivo no trae una dirección que ahora usa ${shown(names)}: lo que TradingView envíe a ella se perderá.`
    : `El archivo no trae direcciones que ahora usan ${shown(names)}: lo que TradingView envíe a ellas se perderá.`

/** Says which connections could not keep their id in an import. */
export function renamedWords(names: readonly string[]): string {
  const which = formatList(names.map(name => `«${name}»`))
  return names.length === 1
    ? `El id de ${which} ya lo usa otra cuenta o es tan corto que se podría adivinar, así que tiene uno nuevo: cambia su URL del webhook en TradingView.`
    : `Los ids de ${which} ya los usan otras cuentas o son tan cortos que se podrían adivinar, así que tienen otros nuevos: cambia sus URL del webhook en TradingView.`
}

export interface Forgotten {
  /** Days after which alerts are deleted. */
  days: number
  alerts: number
  /** Number of these alerts that are still to be sent. */
  pending: number
}

/** Warns of the alerts that a shorter retention deletes. */
export function forgottenText({ days, alerts, pending }: Forgotten): string {
  const going = `${plural(alerts, 'Se borrará', 'Se borrarán')} ${quantity(alerts, 'alerta', 'alertas')} de hace más de ${days} días`
  const unsent = pending > 0 ? ` (${formatNumber(pending)} aún por enviar)` : ''
  return `${going}${unsent}, y cada día las que pasen de ese plazo. No se puede deshacer.`
}

/** One sentence for each kind of dangling reference: the missing item, and its consequence. */
export function danglingWords({ configs, connections }: DanglingReferences): string[] {
  const words: string[] = []
  if (configs.length > 0) {
    const stay = plural(configs.length, 'se conserva', 'se conservan')
    const it = plural(configs.length, 'le', 'les')
    words.push(
      `${quantity(configs.length, 'configuración', 'configuraciones')} sin su conexión (${shown(configs)}): ${stay}, y su JSON no sirve hasta que ${it} elijas otra.`,
    )
  }
  if (connections.length > 0) {
    const it = plural(connections.length, 'le', 'les')
    words.push(
      `${quantity(connections.length, 'conexión', 'conexiones')} sin su plantilla (${shown(connections)}): sus alertas fallarán hasta que ${it} elijas otra.`,
    )
  }
  return words
}

/** Max number of names listed. */
const SHOWN_NAMES = 3

const shown = (names: readonly string[]) =>
  formatList(
    names.map(name => `«${name}»`),
    SHOWN_NAMES,
  )

/** Warns that waiting alerts of removed connections will fail. */
export const failingWords = (count: number): string =>
  `${quantity(count, 'alerta', 'alertas')} aún por enviar ${plural(count, 'es de una conexión', 'son de conexiones')} que el archivo no tiene: ${plural(count, 'quedará como fallida', 'quedarán como fallidas')}.`
