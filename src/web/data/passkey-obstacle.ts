/**
 * Why passkeys can't be used on this page.
 * @property elsewhere the page's origin differs from the one that passkeys are valid for
 */
export type PasskeyObstacle = 'number' | 'insecure' | 'elsewhere' | 'unsupported'

/**
 * @param site the installation's public address, which passkeys are valid for
 * @param page origin of the page
 */
export function passkeyObstacle({
  site,
  page,
  isSupported,
}: {
  site: string
  page: string
  isSupported: boolean
}): PasskeyObstacle | null {
  const { hostname, protocol, origin } = new URL(site)
  // Browsers accept passkeys only for host names, not for IP addresses.
  if (/^[\d.]+$|^\[/.test(hostname)) return 'number'
  if (protocol !== 'https:' && hostname !== 'localhost') return 'insecure'
  if (page !== origin) return 'elsewhere'
  return isSupported ? null : 'unsupported'
}

/** The obstacle on this page. */
export const obstacleHere = (site: string): PasskeyObstacle | null =>
  passkeyObstacle({
    site,
    page: location.origin,
    isSupported: 'PublicKeyCredential' in window,
  })
