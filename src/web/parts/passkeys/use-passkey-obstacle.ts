import { useQuery } from '@tanstack/react-query'
import { api } from '#web/data/client.ts'
import { obstacleHere, type PasskeyObstacle } from '#web/data/passkey-obstacle.ts'

/**
 * Obstacle to passkeys on this page; null: they can be used; undefined: not known yet.
 * @property site the origin for which they are valid
 */
export function usePasskeyObstacle():
  | { site: string; obstacle: PasskeyObstacle | null }
  | undefined {
  const { data } = useQuery(api.passkeys.site.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return data && { site: data.origin, obstacle: obstacleHere(data.origin) }
}
