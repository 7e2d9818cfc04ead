import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { clock } from '#server/base/clock.ts'
import { errorCode } from '#server/base/errors.ts'
import {
  CHALLENGE_HEADER,
  isSameInstallation,
  PROOF_HEADER,
  type Prove,
} from '#server/base/same-installation.ts'
import { quantity } from '#shared/format.ts'
import { DAY_MS } from '#shared/limits.ts'
import type { Finding } from '#shared/model/diagnosis.ts'
import { isPrivate, type ReachTrouble, reachTrouble } from '#shared/tradingview/reach-trouble.ts'
import { type Answer, askAddress, type Certificate } from './ask-address.ts'
import { fine, unknown, wrong } from './finding.ts'

const LIMIT_MS = 8_000
/** Days before expiry; automatic renewal happens a month before. */
const RENEWAL_IS_LATE_DAYS = 14

/**
 * Headers that bot protection looks at. TradingView does not document its own; its webhooks come from a Go program,
 * whose HTTP client sends these.
 */
const LIKE_TRADINGVIEW = {
  'user-agent': 'Go-http-client/1.1',
  'content-type': 'application/json; charset=utf-8',
  'accept-encoding': 'gzip',
}

/**
 * Checks that TradingView can use the public address, as far as this can be seen from here.
 * @param prove answers a challenge as this installation does; undefined if its key is unknown
 */
export async function checkPublicAddress(
  publicUrl: string,
  prove: Prove | undefined,
): Promise<{ findings: Finding[]; answer: Answer }> {
  const url = new URL(`${publicUrl}/webhooks/diagnostico`)
  const challenge = randomBytes(16).toString('base64url')
  const [name, answer] = await Promise.all([
    checkName(url.hostname),
    askAddress(url, {
      family: url.hostname.startsWith('[') ? 6 : 4,
      limit: LIMIT_MS,
      headers: { ...LIKE_TRADINGVIEW, [CHALLENGE_HEADER]: challenge },
      body: '{}',
    }),
  ])
  const findings = [
    checkAddress(url),
    ...name,
    ...checkCertificate(url, answer),
    checkAnswer(url, answer, prove?.(challenge)),
    ...(isPrivate(url.hostname) ? [] : [fromOutside(url)]),
  ]
  return { findings, answer }
}

function checkAddress(url: URL): Finding {
  const trouble = reachTrouble(url)
  return trouble
    ? wrong('Dirección', ...addressWords[trouble.kind](trouble.host))
    : fine('Dirección', `${url.origin}: https, en un puerto al que TradingView llama.`)
}

const addressWords: Record<ReachTrouble['kind'], (host: string) => [string, string]> = {
  private: host => [
    `TradingView no puede llegar a ${host}: solo existe en tu equipo o en tu red.`,
    'Publica Pregonero con un dominio o un túnel con https, y pon su dirección en PUBLIC_URL.',
  ],
  ipv6: host => [
    `TradingView no llega a direcciones IPv6, como ${host}.`,
    'Pon en PUBLIC_URL un dominio que lleve a una dirección IPv4.',
  ],
  port: host => [
    `TradingView no llega a ${host}: solo llama a los puertos 80 y 443.`,
    'Pon delante un proxy o un túnel con https, y su dirección en PUBLIC_URL.',
  ],
  unencrypted: host => [
    `Las alertas viajan sin cifrar hasta ${host}, y la URL del webhook vale como una contraseña.`,
    'Publícalo con https y corrige PUBLIC_URL.',
  ],
}

/** Asks the system's resolver, whose answer may differ from the public one. */
async function checkName(hostname: string): Promise<Finding[]> {
  const what = 'Nombre'
  if (isPrivate(hostname) || /^(\[|[\d.]+$)/.test(hostname)) return []
  try {
    const found = await lookup(hostname, { family: 4, all: true })
    return found.some(({ address }) => !isPrivate(address))
      ? [fine(what, `${hostname} lleva a una dirección IPv4.`)]
      : [
          unknown(
            what,
            `Desde aquí ${hostname} lleva a una dirección de la red propia; desde fuera puede ser otra.`,
            'Mira desde fuera que su registro A sea tu dirección IPv4 pública.',
          ),
        ]
  } catch (error) {
    const code = errorCode(error) ?? 'error'
    if (code === 'EAI_AGAIN') return [unknown(what, 'El DNS no responde desde aquí.')]
    return [
      wrong(
        what,
        `${hostname} no lleva a ninguna dirección IPv4 (${code}), y TradingView no usa otras.`,
        'Crea en el DNS de tu dominio un registro A con tu dirección IPv4 pública.',
      ),
    ]
  }
}

function checkCertificate({ protocol, hostname }: URL, answer: Answer): Finding[] {
  const what = 'Certificado'
  if (protocol !== 'https:') return []
  if (answer.failed !== null || !answer.certificate)
    return [unknown(what, 'No se pudo ver, porque la dirección no respondió.')]
  const { trouble, until } = answer.certificate
  if (trouble) return [wrong(what, ...certificateWords(trouble, hostname))]
  const days = Math.floor((until - clock.now()) / DAY_MS)
  return [
    days < RENEWAL_IS_LATE_DAYS
      ? wrong(
          what,
          `Caduca ${inDays(days)}, y nadie lo ha renovado aún.`,
          'Revisa en tu proxy la renovación automática de certificados.',
        )
      : fine(what, `Vale, y caduca ${inDays(days)}.`),
  ]
}

const inDays = (days: number): string =>
  days === 0 ? 'antes de un día' : `dentro de ${quantity(days, 'día', 'días')}`

function certificateWords(
  trouble: NonNullable<Certificate['trouble']>,
  hostname: string,
): [string, string] {
  switch (trouble) {
    case 'CERT_HAS_EXPIRED':
      return ['Ha caducado.', 'Renuévalo, y revisa por qué no se renovó solo.']
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return [`Es de otro nombre, no de ${hostname}.`, `Pide en tu proxy uno para ${hostname}.`]
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return [
        'Le falta la cadena de certificados intermedios.',
        'Pon en el proxy el certificado con su cadena completa (fullchain).',
      ]
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return [
        'No lo firma ninguna autoridad reconocida.',
        'Usa uno de una autoridad pública: Caddy y los túneles lo piden solos.',
      ]
    default:
      return [`No es bueno (${trouble}).`, 'Pide uno nuevo a una autoridad pública.']
  }
}

/** @param expected proof that this installation would give */
function checkAnswer(url: URL, answer: Answer, expected: string | undefined): Finding {
  const what = 'Respuesta'
  if (answer.failed !== null)
    return wrong(
      what,
      `Desde aquí no responde nadie en ${url.origin} (${answer.failed}).`,
      'Arranca Pregonero y revisa el proxy, el cortafuegos y el DNS. Algunos routers no dejan llegar a su propia dirección desde dentro: prueba también desde fuera.',
    )
  const { status, header, tookMs } = answer
  if (status >= 300 && status < 400)
    return wrong(
      what,
      `Redirige a otro sitio (${status}), y TradingView no lo sigue.`,
      'Pon en PUBLIC_URL la dirección final, o quita la redirección de /webhooks.',
    )
  if (isCloudflares(answer))
    return wrong(
      what,
      `Cloudflare para a los programas como TradingView antes de que lleguen aquí (${status}).`,
      'En Cloudflare, quita Bot Fight Mode para este dominio y crea una regla que excluya /webhooks/ (Skip).',
    )
  if (isWithoutOrigin(status))
    return wrong(
      what,
      `Responde el proxy que no llega a Pregonero (${status}).`,
      'Arranca Pregonero, o corrige en el proxy a qué dirección y puerto lo lleva.',
    )
  const proof = header(PROOF_HEADER)
  if (status !== 404 || proof === undefined)
    return wrong(
      what,
      `Responde otro programa, alguien en medio o un Pregonero de una versión anterior (${status} en lugar de 404).`,
      'Haz que el proxy pase a Pregonero todas las rutas, sin pedir contraseña ni captcha en /webhooks.',
    )
  if (expected === undefined)
    return unknown(what, 'Responde como un Pregonero; sin la clave no se sabe si es este.')
  return isSameInstallation(expected, proof)
    ? fine(what, `Este Pregonero responde ahí, en ${tookMs} ms.`)
    : wrong(
        what,
        'Responde un Pregonero, pero no es este.',
        'Mira a qué servidor lleva la dirección.',
      )
}

/** True for a challenge or block by Cloudflare itself, false for an answer of Pregonero that it forwarded. */
const isCloudflares = ({ status, header }: Extract<Answer, { failed: null }>): boolean =>
  header('cf-mitigated') !== undefined ||
  ([403, 429, 503].includes(status) &&
    header('server')?.toLowerCase() === 'cloudflare' &&
    header(PROOF_HEADER) === undefined)

/** True if a proxy can't reach its origin; Cloudflare has status codes of its own for that. */
const isWithoutOrigin = (status: number): boolean =>
  (status >= 502 && status <= 504) || (status >= 520 && status <= 530)

const fromOutside = (url: URL): Finding =>
  unknown(
    'Desde fuera',
    'Que el router y el cortafuegos dejan pasar a TradingView solo se ve desde fuera.',
    `Abre ${url} en un móvil sin wifi: tiene que decir que recibe alertas por POST.`,
  )
