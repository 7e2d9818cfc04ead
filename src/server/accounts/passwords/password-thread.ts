/** Derives one key from a password, on a thread of its own with low priority. */
import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { deriveKey } from './derive-key.ts'

/** Nice value: a quarter of a processor when competing with a thread of priority 0. */
const PRIORITY = 5

// Applies to this thread only on Linux; elsewhere it would apply to the whole process.
if (platform() === 'linux') setPriority(PRIORITY)
parentPort?.postMessage(deriveKey(workerData))
