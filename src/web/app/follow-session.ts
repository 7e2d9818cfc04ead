import { hashKey, type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { Profile } from '#shared/model/profile.ts'
import { forgetSelectedConnection } from '#web/data/selected-connection.ts'
import { session } from '#web/data/session.ts'
import { forgetUnsaved, hasUnsaved, onUnsavedChange } from '#web/ui/unsaved.ts'
import { addresses } from './addresses.ts'

/**
 * Whatever ends the session, anywhere, leads to the sign-in screen and leaves nothing behind; where
 * something unsaved stands on the page, only when that is saved or given up. Another
 * user who signs in starts afresh.
 */
export function followSession(queryClient: QueryClient, router: AnyRouter): void {
  let email: string | undefined
  let profile: Profile | null | undefined

  const leave = () => {
    email = undefined
    forgetSelectedConnection()
    // The screens are gone first: they would ask again for what is removed under them.
    void router.invalidate().then(() => {
      queryClient.removeQueries({ ...allButSession, type: 'inactive' })
      // What the sign-in screen is waiting for already would never come to it.
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
