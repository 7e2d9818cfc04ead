import { formatNumber, listed } from '#shared/format.ts'
import type { Template } from '#shared/model/template.ts'

interface Users {
  /** Names of the connections that use the template; empty until they have arrived. */
  names: readonly string[]
  /** Alerts of theirs that are still to be sent. */
  pending: number
}

const SHOWN_NAMES = 3

/**
 * What deleting a template does to the connections that use it.
 * @param heir the name of the one that takes its place, if there is one
 */
export function deletionWarning(
  { name, usedBy }: Template,
  heir: string | undefined,
  { names, pending }: Users,
): string {
  if (usedBy === 0) return `Se eliminará «${name}». Ninguna conexión la utiliza.`
  const one = usedBy === 1
  const who =
    names.length > 0
      ? ` (${listed(
          names.map(each => `«${each}»`),
          SHOWN_NAMES,
        )})`
      : ''
  const users = one
    ? `la conexión que la utiliza${who}`
    : `las ${formatNumber(usedBy)} conexiones que la utilizan${who}`
  if (heir === undefined) {
    return `«${name}» es la única plantilla: ${users} ${one ? 'se quedaría' : 'se quedarían'} sin una plantilla válida.`
  }
  const waiting = pending > 0 ? ` ${have(one)} ${alerts(pending)} aún por enviar.` : ''
  return `Se eliminará «${name}» y ${users} ${one ? 'pasará' : 'pasarán'} a la plantilla «${heir}».${waiting}`
}

const have = (one: boolean): string => (one ? 'Tiene' : 'Tienen')

const alerts = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'alerta' : 'alertas'}`
