import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quantile } from './figure.ts'

const WRITES = 200
/** Approximate size of a small commit. */
const BYTES = 16_384

/** Time that the disk alone takes for a small durable write, a lower bound of any durable answer. */
export async function syncTimes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pregonero-bench-'))
  try {
    await using file = await open(join(folder, 'written'), 'a')
    const times: number[] = []
    for (let nth = 0; nth < WRITES; nth += 1) {
      const begun = performance.now()
      await file.write(Buffer.alloc(BYTES))
      await file.datasync()
      times.push(performance.now() - begun)
    }
    const shown = (share: number) => quantile(times, share).toFixed(2)
    return `The disk takes ${shown(0.5)} ms to keep 16 KB, ${shown(0.99)} ms at p99.`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
