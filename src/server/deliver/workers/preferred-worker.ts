import { createHash } from 'node:crypto'

/**
 * Which of several workers is to work for a bot: whoever knows the same workers says the same, and
 * when one comes or goes only the bots change hands that were or become its own (rendezvous hashing).
 */
export function preferredWorker(botId: string, workers: readonly string[]): string | undefined {
  const [preferred] = workers
    .map(worker => ({ worker, weight: weightOf(worker, botId) }))
    .sort((a, b) => b.weight - a.weight)
  return preferred?.worker
}

const weightOf = (worker: string, botId: string): number =>
  createHash('sha256').update(`${worker} ${botId}`).digest().readUIntBE(0, 6)
