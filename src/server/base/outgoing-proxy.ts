import { isPrivate } from '#shared/tradingview/reach-trouble.ts'

/**
 * Values of the proxy variables, which other programs read too: `https` and `http` by the scheme of the
 * request, `all` for any other scheme or as fallback, `no` for hosts that are called without a proxy.
 */
export type ProxyVariables = Partial<Record<'https' | 'http' | 'all' | 'no', string | undefined>>

/**
 * Chooses the proxy for requests to the Bot API. Hosts on a private network are called without one.
 * @returns `proxy`: its address, maybe with a password; `trouble`: Spanish fault of the configured proxy, which
 * is then not used
 */
export function outgoingProxy(
  variables: ProxyVariables,
  apiRoot: string,
): { proxy: string | undefined; trouble: string | null } {
  const url = new URL(apiRoot)
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const kind = variables[scheme]?.trim() ? scheme : 'all'
  const set = variables[kind]?.trim()
  if (!set || isPrivate(bare(url.hostname)) || isExempt(url, variables.no ?? ''))
    return { proxy: undefined, trouble: null }
  const address = set.includes('://') ? set : `http://${set}`
  const proxy = URL.parse(address)
  if (proxy && ['http:', 'https:'].includes(proxy.protocol))
    return { proxy: address, trouble: null }
  const shown = set.replace(/^([a-z\d+.-]*:\/\/)?.*@/is, '$1…@')
  return {
    proxy: undefined,
    trouble: `${kind.toUpperCase()}_PROXY=«${shown}» no se usa: tiene que ser la dirección de un proxy, con http:// o https:// delante. Corrígela o quítala.`,
  }
}

/** An IPv6 address without its brackets. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** @param list hosts and domains, with a port or without, or `*` for all */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const own = port || (protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(entry => entry !== '')
    .some(entry => {
      if (entry === '*') return true
      const [, domain = '', only = own] = /^\*?\.?([^:]*)(?::(\d+))?$/.exec(entry) ?? []
      return (
        only === own && (hostname === domain || (domain !== '' && hostname.endsWith(`.${domain}`)))
      )
    })
}
