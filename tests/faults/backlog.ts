import { equal, ok } from 'node:assert/strict'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { finalFigures } from './support/figures.ts'
import { burst } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { asChild } from './support/start-server.ts'

const LINES = 50
/** 10,000 alerts in all, or 3,000 at a faster pace. */
const alertsALine = (pace: number) => (pace === 1 ? 200 : 60)
const BOTS = 5
const MEMORY_AT_MOST_MB = 300

export const backlog: Fault = {
  name: 'thousands pending at the start',
  async run(pace) {
    await using stage = await setStage(asChild(pace))
    const { botApi } = stage
    for (let n = 0; n < BOTS; n += 1)
      await stage.openLines(LINES / BOTS, { telegramBotToken: botApi.addBot().token })
    await botApi.down()
    await burst(stage.lines, alertsALine(pace))
    await stage.restart(async server => {
      await server.stop()
      await botApi.up()
    })
    const kept = await assertKept(stage)
    equal(kept.arrived, LINES * alertsALine(pace))
    const { mostMemoryMb } = await finalFigures(stage.server)
    ok(mostMemoryMb <= MEMORY_AT_MOST_MB, `it took ${Math.round(mostMemoryMb)} MB of memory`)
    return kept
  },
}
