import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { alertsIn, burst } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { asChild } from './support/start-server.ts'

const LINES = 20
const ALERTS_A_LINE = 60
const KILLS = 3

export const killed: Fault = {
  name: 'killed at random points under load',
  async run(pace) {
    await using stage = await setStage(asChild(pace))
    const lines = await stage.openLines(LINES)
    const posting = burst(lines, ALERTS_A_LINE)
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const share = (LINES * ALERTS_A_LINE * (kill - Math.random() * 0.8)) / (KILLS + 1)
      await stage.botApi.waitFor(
        messages => messages.flatMap(({ text }) => alertsIn(text)).length >= share,
      )
      await stage.restart()
    }
    await posting
    return await assertKept(stage, { kills: KILLS })
  },
}
