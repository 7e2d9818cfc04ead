/** Derives one key of a password, on a thread of its own that gives way to the others. */
import { scryptSync } from 'node:crypto'
import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

/** Beside a thread of priority 0 it has a quarter of a processor. */
const PRIORITY = 5
const KEY_BYTES = 64

// Only Linux means this thread by it; elsewhere it is the whole process.
if (platform() === 'linux') setPriority(PRIORITY)
const { password, salt, cost } = workerData
parentPort?.postMessage(scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, cost))
