import { deepEqual, ok } from 'node:assert/strict'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { burst } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { inProcess } from './support/start-server.ts'

const LINES = 5
const ALERTS_A_LINE = 100

export const revoked: Fault = {
  name: `a token revoked with ${LINES * ALERTS_A_LINE} pending`,
  async run(pace) {
    await using stage = await setStage(inProcess(pace))
    const { botApi, server } = stage
    const { token } = botApi.addBot()
    const dead = await stage.openLines(LINES, { telegramBotToken: token })
    const alive = await stage.openLine()
    const { promise: opened, resolve: answer } = Promise.withResolvers<void>()
    botApi.fail({ token }, { kind: 'delay', ms: 0, after: opened })
    await burst([...dead, alive], ALERTS_A_LINE)
    botApi.revoke(token)
    answer()
    const failing = dead.flatMap(line => line.acknowledged.map(({ alert }) => alert))
    const kept = await assertKept(stage, { failing })

    const refused = botApi.requests.filter(({ status }) => status === 401)
    const isOnce = refused.length > LINES && refused.length <= 2 * LINES
    ok(isOnce, 'only what was on its way is told by Telegram, and asked once more')
    const notifications = await server.db.selectFrom('notifications').select('count').execute()
    deepEqual(
      notifications.map(({ count }) => count),
      [failing.length],
      'one notification for all',
    )
    return kept
  },
}
