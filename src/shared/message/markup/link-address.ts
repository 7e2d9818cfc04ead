/** Code units. A message may hold a hundred addresses, which must fit into one request to Telegram. */
const MAX_LENGTH = 2048

const HOST_AND_PATH = /^((?:\w+:\/\/)?[^/?#]*)(.*)$/s
const WEB_ADDRESS =
  /^(?:(?<scheme>https?):\/\/)?(?:(?<user>[^/?#]*)@)?(?<host>\[[^\]/?#]*\]|[^/?#:@[\]]+)(?::(?<port>\d+))?(?:[/?#].*)?$/is
const HOST = /^(?:[\w.\-!$,~*'();&+=]|%[\da-f]{2}|\P{ASCII})*$/iu
const USER = /^(?:[\w.\-!$,~*'();&+=:]|%[\da-f]{2}|\P{ASCII})*$/iu

/**
 * The address as Telegram accepts it in a link; undefined if it would drop the link. Only http, https and tg; http
 * if the scheme is missing; the host needs a dot or is an IPv6 address.
 */
export function linkAddress(address: string): string | undefined {
  const [, host = '', path = ''] = HOST_AND_PATH.exec(address.toWellFormed().trim()) ?? []
  const encoded = host + path.replace(/[\p{Cc} ]/gu, encodeURIComponent)
  if (encoded.length > MAX_LENGTH) return undefined
  return telegramAddress(encoded) ?? webAddress(encoded)
}

const TWO_MARKETS =
  /^(https?:\/\/(?:[\w-]+\.)*tradingview\.com\/[^?#]*\?(?:[^#]*&)?symbol=)\w+:([A-Z_]\w*)%3A/i

/**
 * Removes the first market of `symbol={{exchange}}:{{symbol}}` if the symbol already begins with a market: with the
 * same one in any address, with another one in that of a chart.
 */
export const withMarketOnce = (address: string): string =>
  address.replace(/=(\w+):\1%3A/gi, '=$1:').replace(TWO_MARKETS, '$1$2:')

function telegramAddress(address: string): string | undefined {
  const rest = /^tg:(?:\/\/)?([\w-]+(?:[/?#].*)?)$/is.exec(address)?.[1]
  return rest === undefined ? undefined : `tg://${rest}`
}

function webAddress(address: string): string | undefined {
  const match = WEB_ADDRESS.exec(address)
  if (match === null) return undefined
  const { scheme, user = '', host = '', port = '80' } = match.groups ?? {}
  if (!isHost(host) || !USER.test(user) || Number(port) < 1 || Number(port) > 65_535)
    return undefined
  if (scheme !== undefined) return scheme.toLowerCase() + address.slice(scheme.length)
  // Text before a colon would be another scheme, such as mailto.
  return user.includes(':') ? undefined : `http://${address}`
}

function isHost(host: string): boolean {
  if (host.startsWith('[')) return /^\[(?=.*:)[\d.:a-f]+\]$/i.test(host)
  return host.includes('.') && host !== '.' && HOST.test(host)
}
