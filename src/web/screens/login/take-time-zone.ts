import type { QueryClient } from '@tanstack/react-query'
import { client } from '#web/data/client.ts'
import { localTimeZone } from '#web/data/local-time.ts'
import { session } from '#web/data/session.ts'

/**
 * An account that was not made in a browser, and is not set up yet, takes the zone of the first one that it
 * comes with. Where that fails it keeps the installation's.
 */
export async function takeTimeZone(queryClient: QueryClient): Promise<void> {
  const profile = queryClient.getQueryData(session.queryKey)
  if (!profile || profile.ownTimeZone !== null || profile.initialSetupComplete) return
  const updated = await client.profile.update({ timeZone: localTimeZone() }).catch(() => null)
  if (updated) queryClient.setQueryData(session.queryKey, updated)
}
