import { stepClock } from '../support/step-clock.ts'
import { until } from '../support/until.ts'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { burst } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { inProcess } from './support/start-server.ts'

const HOUR_MS = 3_600_000
const GROUP = -1_000_000_006_001

export const clockFaults: Fault[] = [
  {
    name: 'clock stepped back an hour',
    run: pace => step({ by: -HOUR_MS, restarts: false }, pace),
  },
  {
    name: 'clock stepped back an hour, then a restart',
    run: pace => step({ by: -HOUR_MS, restarts: true }, pace),
  },
  {
    name: 'clock stepped forward an hour',
    run: pace => step({ by: HOUR_MS, restarts: false }, pace),
  },
]

/**
 * Sets the clock while one line waits for a retry and another for the end of a flood wait, and the
 * rate limiter looks back over the sends of a third.
 */
async function step({ by, restarts }: { by: number; restarts: boolean }, pace: number) {
  await using stage = await setStage(inProcess(pace))
  const { botApi } = stage
  const [retried, flooded] = [await stage.openLine(), await stage.openLine()]
  const free = await stage.openLine()
  botApi.addChat({ id: GROUP, type: 'supergroup' })
  const counted = await stage.openLine({ telegramChatId: String(GROUP) })
  botApi.fail({ chatId: retried.chatId, times: 1 }, { kind: 'page', status: 502 })
  botApi.fail({ chatId: flooded.chatId, times: 1 }, { kind: 'flood', retryAfter: 5 })
  for (const line of [free, counted]) await line.post()
  for (const line of [flooded, retried]) await line.post()
  await until('the store knows of both waits', async () => {
    const { items } = await stage.trader.api.alerts.list({})
    return [retried, flooded].every(({ name }) =>
      items.some(alert => alert.connectionName === name && (alert.reason || alert.deliveredInMs)),
    )
  })

  using _clock = stepClock(by)
  await burst(stage.lines, 5)
  if (restarts) await stage.restart()
  await burst(stage.lines, 5)
  return await assertKept(stage)
}
