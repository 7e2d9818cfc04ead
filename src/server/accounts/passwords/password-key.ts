import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { KeyDraft } from './derive-key.ts'

/**
 * Slow on purpose, so not on one of the four threads with which Node reads files, looks up addresses and
 * checks signatures. Passwords are rare: a thread that stays would take memory for nothing.
 */
export async function keyOf(draft: KeyDraft): Promise<Buffer> {
  const thread = new Worker(new URL('./password-thread.ts', import.meta.url), {
    workerData: draft,
    name: 'password',
  })
  const [key] = await once(thread, 'message')
  return Buffer.from(key)
}
