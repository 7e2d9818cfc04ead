import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { KeyDraft } from './derive-key.ts'

/**
 * Derives a key on a thread of its own: the slow derivation would block one of the four threads with which
 * Node reads files, resolves addresses and checks signatures. The thread ends afterwards, because passwords
 * are rare and an idle thread takes memory.
 */
export async function keyOf(draft: KeyDraft): Promise<Buffer> {
  const thread = new Worker(new URL('./password-thread.ts', import.meta.url), {
    workerData: draft,
    name: 'password',
  })
  const [key] = await once(thread, 'message')
  return Buffer.from(key)
}
