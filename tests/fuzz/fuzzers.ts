import { ok } from 'node:assert/strict'
import fc from 'fast-check'
import type { TestPlace } from '../support/test-place.ts'
import { callProperty } from './calls.ts'
import { type FuzzStage, setFuzzStage } from './fuzz-stage.ts'
import { telegramProperty } from './telegram-answers.ts'
import { checkMessages, webhookProperty } from './webhooks.ts'

type Counter = (runs: number) => void
type Property = fc.IAsyncProperty<unknown>

export type Fuzzer = {
  name: string
  what: string
  /** Default number of runs. */
  runs: number
  /** Tries of the property in a round, after which all known-good alerts have to have arrived. */
  perRound: number
  /** Approximate number of runs in one try. */
  atOnce: number
  /** The server's timeout for Telegram, in milliseconds; by default that of production. */
  sendTimeoutMs?: number
  property: (stage: FuzzStage, count: Counter) => Property | Promise<Property>
  /** Additional check after each round. */
  check?: (stage: FuzzStage) => void
}

export const fuzzers: readonly Fuzzer[] = [
  {
    name: 'webhooks',
    what: 'bodies that are nearly what TradingView sends, and how they are framed',
    runs: 20_000,
    perRound: 100,
    atOnce: 16,
    property: webhookProperty,
    check: checkMessages,
  },
  {
    name: 'calls',
    what: "calls drawn from the contract's schemas, right, nearly right and wrong",
    runs: 5_000,
    perRound: 500,
    atOnce: 1,
    property: callProperty,
  },
  {
    name: 'telegram',
    what: 'answers of a hostile Telegram',
    runs: 300,
    perRound: 20,
    atOnce: 1,
    sendTimeoutMs: 500,
    property: telegramProperty,
  },
]

export type Figures = { runs: number; slowestMs: number; memory: number[] }

type Options = {
  seed: number
  runs: number
  slowestMs: number
  place?: TestPlace
  onRound?: (made: number, slowestMs: number, memory: number) => void
}

/**
 * Runs a fuzzer in rounds, each with a seed that is larger by one.
 * @throws Error with the seed and the smallest failing input
 */
export async function fuzz(
  { name, property, perRound, atOnce, sendTimeoutMs, check }: Fuzzer,
  { seed, runs, slowestMs, place, onRound }: Options,
): Promise<Figures> {
  await using stage = await setFuzzStage({
    slowestMs,
    ...(sendTimeoutMs && { sendTimeoutMs }),
    ...(place && { place }),
  })
  let made = 0
  const tried = await property(stage, count => {
    made += count
  })
  const memory: number[] = []
  for (let round = seed; made < runs; round += 1) {
    const begun = made
    try {
      const numRuns = Math.min(perRound, Math.ceil((runs - made) / atOnce))
      await fc.assert(tried, { seed: round, numRuns, interruptAfterTimeLimit: ROUND_MS })
      check?.(stage)
      await stage.settle()
    } catch (error) {
      const again = `npm run fuzz -- ${name} --seed ${round} --runs ${perRound * atOnce}`
      const said = stage.lastLines().join('\n')
      throw new Error(`after ${begun} runs; this repeats it: ${again}\n${said}`, { cause: error })
    }
    memory.push(await stage.memory())
    onRound?.(made, stage.slowestMs, memory.at(-1) ?? 0)
  }
  checkGrowth(memory)
  return { runs: made, slowestMs: stage.slowestMs, memory }
}

const ROUND_MS = 600_000
const WARM_UP = 10
const MOST_GROWTH_MB = 100

/** @param memory after each round, in MB */
function checkGrowth(memory: readonly number[]): void {
  const warm = memory.slice(WARM_UP)
  if (warm.length < 2 * WARM_UP) return
  const half = warm.length >> 1
  const growth = Math.min(...warm.slice(half)) - Math.min(...warm.slice(0, half))
  ok(growth < MOST_GROWTH_MB, `the memory grew by ${Math.round(growth)} MB`)
}
