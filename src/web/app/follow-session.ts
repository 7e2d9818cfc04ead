import { hashKey, type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { Profile } from '#shared/model/profile.ts'
import { forgetSelectedConnection } from '#web/data/selected-connection.ts'
import { session } from '#web/data/session.ts'
import { forgetUnsaved, hasUnsaved, onUnsavedChange } from '#web/ui/unsaved.ts'
import { addresses } from './addresses.ts'

/**
 * Goes to the sign-in screen and clears all data when the session ends, in whichever tab; a page with unsaved input
 * stays until the input is discarded, or the same user signs in again. If another user signs in, the page starts
 * afresh at the dashboard.
 */
export function followSession(queryClient: QueryClient, router: AnyRouter): void {
  let email: string | undefined
  let profile: Profile | null | undefined

  const leave = () => {
    email = undefined
    forgetSelectedConnection()
    // Leave the screens first: they would refetch the removed queries.
    void router.invalidate().then(() => {
      queryClient.removeQueries({ ...allButSession, type: 'inactive' })
      // Reset instead of removed: the sign-in screen may already be waiting for an active query.
      void queryClient.resetQueries({ ...allButSession, type: 'active' })
    })
  }
  const startAfresh = () => {
    forgetUnsaved()
    forgetSelectedConnection()
    void router.navigate({ to: addresses.dashboard })
    void queryClient.resetQueries(allButSession)
  }
  const follow = () => {
    if (!profile) {
      if (email !== undefined && !hasUnsaved()) leave()
      return
    }
    const isAnother = email !== undefined && email !== profile.email
    email = profile.email
    if (isAnother) startAfresh()
  }

  onUnsavedChange(follow)
  new QueryObserver(queryClient, { ...session, enabled: false }).subscribe(({ data }) => {
    profile = data
    follow()
  })
}

const sessionHash = hashKey(session.queryKey)

const allButSession = {
  predicate: ({ queryHash }: { queryHash: string }) => queryHash !== sessionHash,
}
