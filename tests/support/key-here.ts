import { vi } from 'vitest'
import { deriveKey, type KeyDraft } from '#server/accounts/passwords/derive-key.ts'

/** Derives a password's key on the test's own thread. */
export const keyHere = vi.fn(async (draft: KeyDraft) => deriveKey(draft))
