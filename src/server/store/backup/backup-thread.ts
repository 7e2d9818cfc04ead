/** Writes a copy on a thread of its own that gives way to the others. Says why it could not, or null. */
import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { writeBackup } from './write-backup.ts'

const PRIORITY = 10

// Only Linux means this thread by it; elsewhere it is the whole process.
if (platform() === 'linux') setPriority(PRIORITY)
const failure = await writeBackup(workerData).then(
  () => null,
  (error: Error) => error.message,
)
parentPort?.postMessage(failure)
