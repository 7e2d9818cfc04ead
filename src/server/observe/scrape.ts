import { statfs } from 'node:fs/promises'
import type { Database } from '#server/store/engine/schema.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { readQueueFigures } from '#server/store/queue/queue-figures.ts'
import { CachedRead } from './cached-read.ts'
import { currentMetrics, type SharedFigures, type Sources } from './current-metrics.ts'
import { exposition } from './instruments.ts'
import type { ObservedMetrics } from './observed-metrics.ts'

/**
 * Returns a function that answers a scrape, within little more than a second whatever the database does.
 * @param sources.reader queried at most every ten seconds, however many scrapes there are
 */
export function createScrape(
  observed: ObservedMetrics,
  { reader, place, ...sources }: Omit<Sources, 'shared'> & { reader: Database; place: StorePlace },
): () => Promise<string> {
  const shared = new CachedRead(() => readShared(reader, place))
  const metrics = [...observed.all, ...currentMetrics({ ...sources, shared: () => shared.value })]
  return async () => {
    await shared.refresh()
    return exposition(metrics)
  }
}

async function readShared(reader: Database, place: StorePlace): Promise<SharedFigures> {
  const [queue, disk] = await Promise.all([
    readQueueFigures(reader),
    'dataDir' in place ? statfs(place.dataDir) : undefined,
  ])
  return { ...queue, diskFree: disk && disk.bavail * disk.bsize }
}
