/** Thread that writes a backup, then posts the reason why it failed, or null. Low priority on Linux. */
import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { writeBackup } from './write-backup.ts'

const PRIORITY = 10

// Affects only this thread on Linux; elsewhere it would affect the whole process.
if (platform() === 'linux') setPriority(PRIORITY)
const failure = await writeBackup(workerData).then(
  () => null,
  (error: Error) => error.message,
)
parentPort?.postMessage(failure)
