import type { QueryClient } from '@tanstack/react-query'
import { client } from '#web/data/client.ts'
import { localTimeZone } from '#web/data/local-time.ts'
import { session } from '#web/data/session.ts'

/**
 * Accounts created outside a browser and not yet set up take the time zone of the first browser in which
 * they sign in. If that fails, they keep the installation's.
 */
export async function takeTimeZone(queryClient: QueryClient): Promise<void> {
  const profile = queryClient.getQueryData(session.queryKey)
  if (!profile || profile.ownTimeZone !== null || profile.initialSetupComplete) return
  const updated = await client.profile.update({ timeZone: localTimeZone() }).catch(() => null)
  if (updated) queryClient.setQueryData(session.queryKey, updated)
}
