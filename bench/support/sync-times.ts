import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quantile } from './figure.ts'

const WRITES = 200
/** About what one small commit writes. */
const BYTES = 16_384

/** What the disk alone takes to keep a small write, which no durable answer can be faster than. */
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
