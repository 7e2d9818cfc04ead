import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Profile } from '#shared/model/profile.ts'
import { client, isUnauthorized } from './client.ts'
import { timeoutSignal } from './timeout.ts'

/** True if a user is signed in; known before the profile is. Set by `session`. */
export const signedInQuery = queryOptions<boolean>({ queryKey: ['signed-in'], queryFn: skipToken })

/** The signed-in user; null if signed out. */
export const session = queryOptions({
  // Shaped like the contract's keys, so that a change of `profile` refreshes it too.
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
 * Uses up the page's preload of the profile, which is made for every browser with a cookie: after the session
 * has ended it is a refusal, which the browser would keep as the answer for the next user.
 */
async function dropEarlyProfile(signal: AbortSignal): Promise<void> {
  const early = document.querySelector<HTMLLinkElement>('link[rel="preload"][href="/api/profile"]')
  if (!early) return
  early.remove()
  await fetch(early.href, { signal }).catch(() => {})
}

/** Asks the authentication library, which also renews the cookie, so that regular users stay signed in. */
async function hasSession(signal: AbortSignal): Promise<boolean> {
  const response = await fetch('/api/auth/get-session', {
    signal: AbortSignal.any([signal, timeoutSignal()]),
  })
  return !response.ok || (await response.json()) !== null
}
