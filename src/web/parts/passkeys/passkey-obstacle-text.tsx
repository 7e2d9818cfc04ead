import { Anchor } from '@mantine/core'
import type { PasskeyObstacle } from '#web/data/passkey-obstacle.ts'

interface PasskeyObstacleTextProps {
  obstacle: PasskeyObstacle
  /** The origin for which passkeys are valid. */
  site: string
}

/** Why passkeys can't be used here, and what to do about it. */
export function PasskeyObstacleText({ obstacle, site }: PasskeyObstacleTextProps) {
  if (obstacle === 'elsewhere') {
    return (
      <>
        Las llaves de acceso solo valen en{' '}
        <Anchor href={`${site}${location.pathname}${location.search}`} inherit underline="always">
          {site}
        </Anchor>
        : abre Pregonero ahí.
      </>
    )
  }
  if (obstacle === 'number') {
    return (
      <>
        Las llaves de acceso necesitan un nombre, y la dirección pública de Pregonero (
        <code>PUBLIC_URL</code>) es un número: {site}.
      </>
    )
  }
  if (obstacle === 'insecure') {
    return (
      <>
        Las llaves de acceso necesitan https, y la dirección pública de Pregonero (
        <code>PUBLIC_URL</code>) no lo usa: {site}.
      </>
    )
  }
  return 'Este navegador no admite llaves de acceso.'
}
