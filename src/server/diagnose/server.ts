import type { Config } from '#server/base/config.ts'
import type { Finding } from '#shared/model/diagnosis.ts'
import { askAddress } from './ask-address.ts'
import { fine, unknown, wrong } from './finding.ts'

const WHAT = 'Servidor'
const LIMIT_MS = 3_000

/** Checks that a server with this configuration runs here and reports that it is ready. */
export async function checkServer({ host, port }: Config): Promise<Finding> {
  const isEverywhere = ['0.0.0.0', '::'].includes(host)
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const family = host.includes(':') && !isEverywhere ? 6 : 4
  const answer = await askAddress(new URL(`http://${name}:${port}/readyz`), {
    family,
    limit: LIMIT_MS,
  })
  const where = `${name}:${port}`
  if (answer.failed !== null)
    return unknown(
      WHAT,
      `Nadie responde en ${where} (${answer.failed}): está parado, o en otra máquina o contenedor.`,
      'Si tiene que estar en marcha, arráncalo con npm start.',
    )
  if (answer.status === 200) return fine(WHAT, `En marcha en ${where}, y listo.`)
  if (answer.status === 503)
    return wrong(
      WHAT,
      `Responde en ${where} que no está listo.`,
      `Mira lo que falta en http://${where}/readyz y en su registro.`,
    )
  return wrong(
    WHAT,
    `En ${where} responde otro programa (${answer.status}).`,
    'Pon otro puerto en PORT, o detén ese programa.',
  )
}
