import { equal } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { BotApi } from '../support/bot-api/bot-api.ts'
import { until } from '../support/until.ts'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { burst } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { inProcess } from './support/start-server.ts'

/** Ways in which the first retry is refused after a message arrived without an answer. */
const repetitions: Record<string, (botApi: BotApi, pace: number) => Promise<void>> = {
  'reset after storing, then a 429': async botApi => {
    botApi.fail({ method: 'sendMessage', times: 1 }, { kind: 'flood', retryAfter: 2 })
  },
  'reset after storing, then refused connections': async (botApi, pace) => {
    await botApi.down()
    await pause(10_000 / pace)
    await botApi.up()
  },
}

export const uncertainSendFaults: Fault[] = Object.entries(repetitions).map(([name, refuse]) => ({
  name,
  async run(pace) {
    await using stage = await setStage(inProcess(pace))
    const { botApi, trader } = stage
    const line = await stage.openLine()
    botApi.fail({ times: 1 }, { kind: 'reset', stored: true })
    await line.post()
    await until('it is uncertain', async () => {
      const { items } = await trader.api.alerts.list({})
      return items.some(alert => alert.reason !== null)
    })
    await Promise.all([refuse(botApi, pace), burst([line], 3)])
    const kept = await assertKept(stage)
    equal(kept.repeats, 1)
    return kept
  },
}))
