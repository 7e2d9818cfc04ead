/** Derives one key of a password, on a thread of its own that gives way to the others. */
import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { deriveKey } from './derive-key.ts'

/** Beside a thread of priority 0 it has a quarter of a processor. */
const PRIORITY = 5

// Only Linux means this thread by it; elsewhere it is the whole process.
if (platform() === 'linux') setPriority(PRIORITY)
parentPort?.postMessage(deriveKey(workerData))
