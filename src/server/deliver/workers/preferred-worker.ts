import { createHash } from 'node:crypto'

/**
 * Chooses the process for a bot by rendezvous hashing: processes that know the same workers agree, and when a worker
 * comes or goes only its own bots move.
 */
export function preferredWorker(botId: string, workers: readonly string[]): string | undefined {
  const [preferred] = workers
    .map(worker => ({ worker, weight: weightOf(worker, botId) }))
    .sort((a, b) => b.weight - a.weight)
  return preferred?.worker
}

const weightOf = (worker: string, botId: string): number =>
  createHash('sha256').update(`${worker} ${botId}`).digest().readUIntBE(0, 6)
