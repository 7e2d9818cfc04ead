import { isPrivate } from '#shared/tradingview/reach-trouble.ts'

/** The values of the variables, as other programs set them too: by the scheme that is called, `all`: by any other; `no`: without one. */
export type ProxyVariables = Partial<Record<'https' | 'http' | 'all' | 'no', string | undefined>>

/**
 * The proxy by which the Bot API is called. A host of one's own network is called without one.
 * @returns `proxy`: its address, maybe with a password; `trouble`: why a proxy that is set is not used, in Spanish
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
