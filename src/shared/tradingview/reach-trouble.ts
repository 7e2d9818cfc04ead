/** Why TradingView can't reach an address, or should not: it calls public IPv4 hosts on ports 80 and 443. */
export type ReachTrouble = { kind: (typeof kinds)[number]; host: string }

/** The parts of an address as `URL` gives them: an IPv6 address is in brackets. */
type Address = { protocol: string; hostname: string; port: string; host: string }

/** Most severe problem of a webhook's address, or null. */
export function reachTrouble(address: Address): ReachTrouble | null {
  const [kind] = reachTroubles(address)
  return kind === undefined ? null : { kind, host: address.host }
}

/** All problems of a webhook's address, most severe first. */
export function reachTroubles({
  protocol,
  hostname,
  port,
}: Omit<Address, 'host'>): ReachTrouble['kind'][] {
  const checks = {
    private: isPrivate(hostname),
    ipv6: hostname.startsWith('['),
    // URL leaves out the port that its scheme implies.
    port: !['', '80', '443'].includes(port),
    unencrypted: protocol === 'http:',
  }
  return kinds.filter(kind => checks[kind])
}

const kinds = ['private', 'ipv6', 'port', 'unencrypted'] as const

/**
 * Whether a host exists only on this machine or in a private network.
 * @param host a name or an address; IPv6 with or without brackets
 */
export function isPrivate(host: string): boolean {
  if (host.includes(':')) return privateAddress6.test(host)
  if (/^[\d.]+$/.test(host)) return privateAddress4.test(host)
  return !host.includes('.') || privateName.test(host)
}

const privateName = /\.(localhost|local|lan|internal|home\.arpa)\.?$/

const privateAddress4 =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./

/** Loopback, unspecified, unique local, link-local, and IPv4 addresses in IPv6 ones. */
const privateAddress6 = /^\[?(::1?\]?$|f[cd]|fe[89ab]|::ffff:)/
