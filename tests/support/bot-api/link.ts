/** Why Telegram refuses an address in a text link or a button; null when it takes it. */
export function linkProblem(url: string): string | null {
  if (/^(tg|ton|tonsite):/i.test(url)) return null
  const [, protocol, rest = ''] = url.match(/^(?:([^:/?#]*):\/\/)?(.*)$/s) ?? []
  if (protocol !== undefined && !/^https?$/i.test(protocol)) return 'Unsupported URL protocol'
  const authority = rest.match(/^[^/?#]*/)?.[0] ?? ''
  const [, host = '', port] =
    authority.slice(authority.lastIndexOf('@') + 1).match(/^(\[.*\]|[^:]*)(?::(.*))?$/s) ?? []
  if (host === '') return 'URL host is empty'
  const portIsRight = port === undefined || (/^\d+$/.test(port) && +port >= 1 && +port <= 65535)
  const hostIsRight = host.startsWith('[') || (host.includes('.') && !/[\s<>"]/.test(host))
  return portIsRight && hostIsRight ? null : 'Wrong HTTP URL'
}
