import { isIPv4 } from 'node:net'
import { clock } from '#server/base/clock.ts'
import { errorCode } from '#server/base/errors.ts'
import { createPostJson, RequestError } from '#server/telegram/post-json.ts'
import { formatList } from '#shared/format.ts'
import type { Finding } from '#shared/model/diagnosis.ts'
import { type Answer, askAddress } from './ask-address.ts'
import { fine, unknown, wrong } from './finding.ts'

const LIMIT_MS = 6_000
const WHAT = 'Conexión con Telegram'

/** Max milliseconds between two clocks that a slow network explains; Telegram's clock is assumed to be right. */
const CLOCK_TOLERANCE_MS = 10_000

/** Finding for a simulated delivery, which does not contact Telegram. */
export const simulatedDelivery = (): Finding =>
  unknown(
    'Entrega',
    'Es simulada: nada sale hacia Telegram, así que no se le pregunta.',
    'Para enviar de verdad, quita DELIVERY=simulated y reinicia Pregonero.',
  )

/** Checks whether Telegram answers by IPv4 and IPv6, and how fast. @returns `clockOffset` null without its `Date` */
export async function checkTelegram(
  apiRoot: string,
  proxy?: string,
): Promise<{ finding: Finding; clockOffset: number | null }> {
  const url = new URL(`${apiRoot}/`)
  const asking = askAsTheLine(apiRoot, proxy)
  const answers = await Promise.all(
    familiesOf(url.hostname).map(async family => ({
      ...(await askAddress(url, { family, limit: LIMIT_MS })),
      name: `IPv${family}`,
    })),
  )
  const answered = answers.find(({ failed }) => failed === null)
  const line = await asking
  const finding = proxy ? reachedByProxy(line) : reached(answers, line)
  return { finding, clockOffset: answered ? clockOffset(answered) : null }
}

/** `failed`: code of the network error; null on success. */
type OfLine = { tookMs: number; failed: string | null }

/** Asks as messages are sent: by the proxy, else with all addresses of the name at once. */
async function askAsTheLine(apiRoot: string, proxy?: string): Promise<OfLine> {
  const begun = clock.monotonic()
  const end = (failed: string | null) => ({ tookMs: Math.round(clock.monotonic() - begun), failed })
  try {
    await createPostJson(apiRoot, LIMIT_MS, { proxy })('/', '{}')
    return end(null)
  } catch (error) {
    const { isTimeout, cause } =
      error instanceof RequestError ? error : { isTimeout: false, cause: error }
    return end(isTimeout ? 'ETIMEDOUT' : (errorCode(cause) ?? 'error'))
  }
}

/** A name may have addresses of both families. */
function familiesOf(hostname: string): (4 | 6)[] {
  if (hostname.startsWith('[')) return [6]
  return isIPv4(hostname) ? [4] : [4, 6]
}

const reachedByProxy = ({ tookMs, failed }: OfLine): Finding =>
  failed === null
    ? fine(WHAT, `Responde por el proxy de salida en ${tookMs} ms.`)
    : wrong(
        WHAT,
        `No responde por el proxy de salida (${failed}).`,
        /CERT|^UNABLE_TO_/.test(failed)
          ? 'Algo en la red abre el cifrado: si es tu proxy, pon el archivo de su autoridad en NODE_EXTRA_CA_CERTS; si no, revisa la hora del servidor.'
          : 'Revisa que el proxy está en marcha y deja pasar a Telegram, y su usuario y contraseña; sin HTTPS_PROXY, o con el host en NO_PROXY, no se usa.',
      )

function reached(answers: readonly (Answer & { name: string })[], line: OfLine): Finding {
  for (const answer of answers)
    if (answer.failed === null && answer.certificate?.trouble)
      return wrong(
        WHAT,
        `Responde con un certificado que no es bueno (${answer.certificate.trouble}).`,
        'Revisa la hora del servidor y si un proxy o un antivirus se mete en la conexión; el archivo de una autoridad propia va en NODE_EXTRA_CA_CERTS.',
      )
  const words = answers.map(({ name, failed, tookMs }) =>
    failed === null ? `por ${name} en ${tookMs} ms` : `por ${name} no (${failed})`,
  )
  if (line.failed === null) return fine(WHAT, `Responde ${formatList(words)}.`)
  if (answers.some(({ failed }) => failed === null))
    return wrong(
      WHAT,
      `Responde ${formatList(words)}, pero como van los mensajes no (${line.failed}).`,
      'Arregla o quita en el servidor la dirección que no responde: un IPv6 sin salida, una ruta muy lenta.',
    )
  return wrong(
    WHAT,
    `No responde: ${formatList(words)}.`,
    'Comprueba que el servidor tiene salida a internet y DNS, y que nada le bloquea Telegram.',
  )
}

/** Milliseconds by which this machine's clock is ahead of the answerer's; null without its `Date`. */
export function clockOffset(answer: Answer): number | null {
  if (answer.failed !== null || answer.date === null) return null
  // The header has whole seconds, and is assumed to be written halfway through the round trip.
  return clock.now() - answer.tookMs / 2 - (answer.date + 500)
}

/** @param whose owner of the clock it was compared with, in Spanish */
export function checkClock(what: string, offset: number | null, whose: string): Finding {
  if (offset === null) return unknown(what, `No se pudo comparar con el de ${whose}.`)
  const seconds = Math.round(Math.abs(offset) / 1_000)
  if (Math.abs(offset) <= CLOCK_TOLERANCE_MS) return fine(what, `Concuerda con el de ${whose}.`)
  return wrong(
    what,
    `Va ${seconds} s ${offset > 0 ? 'adelantado' : 'atrasado'} respecto al de ${whose}.`,
    'Activa la sincronización de hora (NTP) en el que va mal: timedatectl set-ntp true.',
  )
}
