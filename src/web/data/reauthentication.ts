/** The server's demand that the person confirms who they are, and the calls that wait for it. */
import { useSyncExternalStore } from 'react'

/** What the server answers when it wants to be shown again who asks. */
export const REAUTHENTICATION_REQUIRED = 'REAUTHENTICATION_REQUIRED'

/** The person would rather not: what was asked for was not done, and nothing is to be said of it. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed'
}

const waiting = new Set<PromiseWithResolvers<void>>()
const listeners = new Set<() => void>()

/**
 * Resolves when the person has confirmed who they are. Those who ask meanwhile wait for the same dialog.
 *
 * Throws `NotConfirmed`, and the reason of `signal` when what waits is given up.
 */
export async function confirmIdentity(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  // No dialog stands on this page.
  if (listeners.size === 0) throw new NotConfirmed('nobody can be asked here')
  const answer = Promise.withResolvers<void>()
  const giveUp = () => answer.reject(signal?.reason)
  signal?.addEventListener('abort', giveUp)
  waiting.add(answer)
  tell()
  try {
    await answer.promise
  } finally {
    signal?.removeEventListener('abort', giveUp)
    if (waiting.delete(answer)) tell()
  }
}

/** Lets what waits go on, or ends it. */
export function answerReauthentication(confirmed: boolean): void {
  for (const answer of waiting) {
    if (confirmed) answer.resolve()
    else answer.reject(new NotConfirmed('the person did not confirm'))
  }
  waiting.clear()
  tell()
}

/** Whether something waits, for the one dialog that asks. */
export const useIsReauthenticating = (): boolean =>
  useSyncExternalStore(listen, () => waiting.size > 0)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
