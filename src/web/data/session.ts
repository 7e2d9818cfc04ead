import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Profile } from '#shared/model/profile.ts'
import { client, isUnauthorized } from './client.ts'
import { timeoutSignal } from './timeout.ts'

/** Whether a user is signed in, which is known before it is known who. Set by `session`. */
export const signedInQuery = queryOptions<boolean>({ queryKey: ['signed-in'], queryFn: skipToken })

/** The user who is signed in; null: none. */
export const session = queryOptions({
  // In the form of the contract's keys, so that a change of `profile` refreshes it too.
  queryKey: [['profile', 'session'], {}] as const,
  queryFn: async ({ client: queryClient, signal }): Promise<Profile | null> => {
    const isSignedIn = await hasSession(signal)
    queryClient.setQueryData(signedInQuery.queryKey, isSignedIn)
    if (!isSignedIn) {
      await dropEarlyProfile(signal)
      return null
    }
    try {
      return await client.profile.read(undefined, { signal })
    } catch (error) {
      if (isUnauthorized(error)) return null
      throw error
    }
  },
})

/**
 * The profile that the page names among its early files for whoever has a cookie: of a session that has ended
 * it is a refusal, which the browser would keep as the answer for who signs in next.
 */
async function dropEarlyProfile(signal: AbortSignal): Promise<void> {
  const early = document.querySelector<HTMLLinkElement>('link[rel="preload"][href="/api/profile"]')
  if (!early) return
  early.remove()
  await fetch(early.href, { signal }).catch(() => {})
}

/** Asked of the authentication library, which renews the cookie then, so that a user who comes regularly stays signed in. */
async function hasSession(signal: AbortSignal): Promise<boolean> {
  const response = await fetch('/api/auth/get-session', {
    signal: AbortSignal.any([signal, timeoutSignal()]),
  })
  return !response.ok || (await response.json()) !== null
}
