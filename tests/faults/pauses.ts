import { expect } from 'vitest'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { burst } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { asChild } from './support/start-server.ts'

/** More alerts than fail in one transaction. */
const DROPPED = 520

export const paused: Fault = {
  name: `killed in a pause, and while ${DROPPED} that wait in it are dropped`,
  async run(pace) {
    await using stage = await setStage(asChild(pace))
    const [line, other] = [await stage.openLine(), await stage.openLine()]
    const { queue } = stage.trader.api
    await queue.pause({})
    const at20 = Array.from({ length: 20 }, () => line)
    await burst(at20, DROPPED / at20.length)
    await other.post()
    await stage.restart()
    await burst([other], 3)
    const { items, asOf } = await queue.list({})
    const failing = line.acknowledged.map(({ alert }) => alert)
    const dropped = items.find(({ connections }) => connections[0]?.name === line.name)
    expect(await queue.drop({ laneId: dropped?.id, before: asOf })).toEqual({ dropped: DROPPED })
    await stage.restart()
    await burst([line, other], 1)
    expect(stage.botApi.messages).toEqual([])
    await queue.resume({})
    return await assertKept(stage, { failing, kills: 2 })
  },
}
