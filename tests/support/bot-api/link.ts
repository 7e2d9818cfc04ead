/** Reason why Telegram refuses an address in a text link or button; null if it accepts it. */
export function linkProblem(url: string): string | null {
  const [, app = '', inApp = ''] = url.match(/^(tg|ton|tonsite):(?:\/\/)?(.*)$/is) ?? []
  if (app !== '') return appLinkProblem(app, inApp.match(/^[^/?#]*/)?.[0] ?? '')
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

function appLinkProblem(app: string, host: string): string | null {
  if (host === '') return 'URL host is empty'
  if (/[@:[]/.test(host)) return app.toLowerCase() === 'tg' ? 'Wrong tg URL' : 'Wrong ton URL'
  return /^[\w.-]+$/.test(host) ? null : 'Unallowed characters in URL host'
}
