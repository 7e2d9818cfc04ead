/** Identity confirmations demanded by the server, and the calls that wait for them. */
import { useSyncExternalStore } from 'react'

/** Error code with which the server demands an identity confirmation. */
export const REAUTHENTICATION_REQUIRED = 'REAUTHENTICATION_REQUIRED'

/** The person declined: the request was not carried out, and no error is shown. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed'
}

const waiting = new Set<PromiseWithResolvers<void>>()
const listeners = new Set<() => void>()

/**
 * Resolves when the person has confirmed who they are. Concurrent callers wait for the same dialog.
 *
 * Throws `NotConfirmed`, and the reason of `signal` when the waiting call is given up.
 */
export async function confirmIdentity(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  // This page has no dialog.
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

/** Resumes or rejects the waiting calls. */
export function answerReauthentication(confirmed: boolean): void {
  for (const answer of waiting) {
    if (confirmed) answer.resolve()
    else answer.reject(new NotConfirmed('the person did not confirm'))
  }
  waiting.clear()
  tell()
}

/** True while calls wait; read by the dialog. */
export const useIsReauthenticating = (): boolean =>
  useSyncExternalStore(listen, () => waiting.size > 0)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
