import { formatNumber } from '#shared/format.ts'
import type { Template } from '#shared/model/template.ts'

/** What deleting a template does to the connections that use it. */
export function deletionWarning({ name, usedBy }: Template, hasOthers: boolean): string {
  if (usedBy === 0) return `Se eliminará «${name}». Ninguna conexión la utiliza.`
  const one = usedBy === 1
  const users = one
    ? 'la conexión que la utiliza'
    : `las ${formatNumber(usedBy)} conexiones que la utilizan`
  return hasOthers
    ? `Se eliminará «${name}» y ${users} ${one ? 'pasará' : 'pasarán'} a la primera de las demás plantillas.`
    : `«${name}» es la única plantilla: ${users} ${one ? 'se quedaría' : 'se quedarían'} sin una plantilla válida.`
}
