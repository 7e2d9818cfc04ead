import type { Config } from '#server/base/config.ts'
import type { LibraryVariable } from '#server/base/library-variables.ts'
import type { Finding } from '#shared/model/diagnosis.ts'
import { isPrivate } from '#shared/tradingview/reach-trouble.ts'
import { fine, inTwo, wrong } from './finding.ts'

/**
 * Checks that the configuration is valid and free of contradictions.
 * @param mistakes a sentence for each wrong variable
 * @param unknownNames a sentence about unknown variables; null without any
 */
export function checkConfiguration(
  config: Config,
  {
    mistakes,
    unknownNames,
    ofLibraries = [],
  }: {
    mistakes: readonly string[]
    unknownNames: string | null
    ofLibraries?: readonly LibraryVariable[]
  },
): Finding[] {
  return [
    ...mistakes.map(mistake =>
      wrong('Variables', mistake, 'Corrígela en el archivo .env o en el entorno: así no arranca.'),
    ),
    ...(unknownNames
      ? [wrong('Variables desconocidas', unknownNames, 'Corrige el nombre o quítala.')]
      : []),
    ...(mistakes.length > 0 || unknownNames
      ? []
      : [fine('Variables', 'Todas se conocen y tienen valores que valen.')]),
    ...ofLibraries.map(({ detail, remedy }) =>
      remedy ? wrong('Otras variables', detail, remedy) : fine('Otras variables', detail),
    ),
    checkTimeZone(config),
    ...checkProxy(config),
    ...checkOutgoingProxy(config),
  ]
}

const checkTimeZone = ({ timeZone, timeZoneTrouble }: Config): Finding =>
  timeZoneTrouble
    ? wrong('Zona horaria', ...inTwo(timeZoneTrouble))
    : fine('Zona horaria', `Los mensajes de quien no elige otra van en la de ${timeZone}.`)

/** Names only the proxy's host, because its URL may hold a password. */
function checkOutgoingProxy({ proxyTrouble, secrets, telegramApiRoot }: Config): Finding[] {
  const what = 'Proxy de salida'
  if (proxyTrouble) return [wrong(what, ...inTwo(proxyTrouble))]
  if (!secrets.proxy) return []
  const { host } = new URL(secrets.proxy)
  return [fine(what, `A ${telegramApiRoot} se llama por el proxy ${host}.`)]
}

/** Pregonero itself speaks no https, so an address with https has a proxy in front of it. */
function checkProxy({ publicUrl, port, host, trustProxy }: Config): Finding[] {
  const { protocol, hostname, port: publicPort } = new URL(publicUrl)
  const isDirect = protocol === 'http:' && Number(publicPort || 80) === port
  if (protocol === 'https:' && trustProxy === 0)
    return [
      wrong(
        'Proxy',
        'PUBLIC_URL es https, así que hay un proxy delante, y con TRUST_PROXY=0 no se cree lo que dice de quién llama: todos parecen el mismo.',
        'Pon TRUST_PROXY=1, o el número de proxys por los que pasa una petición.',
      ),
    ]
  if (isDirect && trustProxy > 0)
    return [
      wrong(
        'Proxy',
        `PUBLIC_URL lleva directamente a Pregonero, y con TRUST_PROXY=${trustProxy} cualquiera puede fingir desde dónde llama.`,
        'Pon TRUST_PROXY=0, o en PUBLIC_URL la dirección del proxy.',
      ),
    ]
  if (isDirect && isLoopback(host) && !isPrivate(hostname))
    return [
      wrong(
        'Proxy',
        `PUBLIC_URL lleva directamente a Pregonero, que con HOST=${host} solo atiende a esta máquina.`,
        'Pon HOST=0.0.0.0, o un proxy con https delante.',
      ),
    ]
  return [fine('Proxy', 'PUBLIC_URL, HOST y TRUST_PROXY concuerdan.')]
}

const isLoopback = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host)
