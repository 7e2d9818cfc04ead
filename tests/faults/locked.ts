import { deepEqual, ok } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { holdStore } from '../support/hold-store.ts'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { finalFigures } from './support/figures.ts'
import { burst, keepPosting } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { asChild } from './support/start-server.ts'

/** In real time at any pace: the timeouts of SQLite and TradingView do not scale. */
const LOCKED_FOR_MS = { thorough: 10_000, quick: 5_000 }
/** A short lock that webhooks wait out, as of a Litestream checkpoint. */
const WAITED_OUT_MS = { thorough: 1_500, quick: 700 }
/** Strict at pace 1 only: a machine that is busy with other tests answers later. */
const ANSWER_WITHIN_MS = { thorough: 3_000, quick: LOCKED_FOR_MS.quick }
/** Longest block of the event loop: much shorter than a wait inside SQLite, enough for a busy machine. */
const STILL_AT_MOST_MS = 1_000

export const locked: Fault = {
  name: 'database locked for long, and for a moment',
  async run(pace) {
    const which = pace === 1 ? 'thorough' : 'quick'
    await using stage = await setStage(asChild(pace))
    const lines = await stage.openLines(4)
    // The restart leaves the sign-up out of the measurement.
    await stage.restart(async server => void (await server.stop()))
    {
      await using _posting = keepPosting(lines, 100)
      await stage.botApi.waitFor(messages => messages.length >= 10)
      await using _lock = await holdStore({ dataDir: stage.dataDir })
      await pause(LOCKED_FOR_MS[which])
    }
    await burst(lines, 3)
    const refusals = () => lines.map(({ refused }) => refused)
    const before = refusals()
    let posted: Promise<unknown>
    {
      await using _lock = await holdStore({ dataDir: stage.dataDir })
      posted = burst(lines, 1)
      await pause(WAITED_OUT_MS[which])
    }
    await posted
    deepEqual(refusals(), before, 'none was asked to send again')
    for (const { refused, slowestMs } of lines) {
      ok(refused > 0, 'every line was asked to send again')
      ok(slowestMs < ANSWER_WITHIN_MS[which], `an answer took ${Math.round(slowestMs)} ms`)
    }
    const kept = await assertKept(stage)
    const { longestStillMs } = await finalFigures(stage.server)
    ok(
      longestStillMs <= STILL_AT_MOST_MS,
      `the event loop stood still for ${Math.round(longestStillMs)} ms`,
    )
    return kept
  },
}
