import { useQuery } from '@tanstack/react-query'
import { api } from '#web/data/client.ts'
import { obstacleHere, type PasskeyObstacle } from '#web/data/passkey-obstacle.ts'

/**
 * Why passkeys can't be used on this page; null: they can; undefined: it is not known yet.
 * @property site the address that they are good for
 */
export function usePasskeyObstacle():
  | { site: string; obstacle: PasskeyObstacle | null }
  | undefined {
  const { data } = useQuery(api.passkeys.site.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return data && { site: data.origin, obstacle: obstacleHere(data.origin) }
}
