/**
 * Why passkeys can't be used on this page.
 * @property elsewhere it is open at another address than the one that they are good for
 */
export type PasskeyObstacle = 'number' | 'insecure' | 'elsewhere' | 'unsupported'

/**
 * @param site the installation's public address, which passkeys are good for
 * @param page where the page is open
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
  // Browsers take names alone for the site of a passkey.
  if (/^[\d.]+$|^\[/.test(hostname)) return 'number'
  if (protocol !== 'https:' && hostname !== 'localhost') return 'insecure'
  if (page !== origin) return 'elsewhere'
  return isSupported ? null : 'unsupported'
}

/** Of this page. */
export const obstacleHere = (site: string): PasskeyObstacle | null =>
  passkeyObstacle({
    site,
    page: location.origin,
    isSupported: 'PublicKeyCredential' in window,
  })
