/** Why TradingView can't reach an address, or should not: it calls public IPv4 hosts on ports 80 and 443. */
export type ReachTrouble = { kind: 'private' | 'ipv6' | 'port' | 'unencrypted'; host: string }

/** The parts of an address as `URL` gives them: an IPv6 address is in brackets. */
type Address = { protocol: string; hostname: string; port: string; host: string }

/** The worst there is to say about a webhook's address; null: nothing. */
export function reachTrouble({ protocol, hostname, port, host }: Address): ReachTrouble | null {
  if (isPrivate(hostname)) return { kind: 'private', host }
  if (hostname.startsWith('[')) return { kind: 'ipv6', host }
  // URL leaves out the port that its scheme implies.
  if (!['', '80', '443'].includes(port)) return { kind: 'port', host }
  if (protocol === 'http:') return { kind: 'unencrypted', host }
  return null
}

/** Whether it exists at home alone. @param hostname an IPv6 address is in brackets */
export function isPrivate(hostname: string): boolean {
  if (hostname.startsWith('[')) return privateAddress6.test(hostname)
  if (/^[\d.]+$/.test(hostname)) return privateAddress4.test(hostname)
  return !hostname.includes('.') || privateName.test(hostname)
}

const privateName = /\.(localhost|local|lan|internal|home\.arpa)\.?$/

const privateAddress4 =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./

/** Loopback, unspecified, unique local, link-local, and IPv4 addresses in IPv6 ones. */
const privateAddress6 = /^\[(::1?\]|f[cd]|fe[89ab]|::ffff:)/
