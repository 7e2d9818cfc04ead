import { equal } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { setStage } from './support/stage.ts'
import { inProcess } from './support/start-server.ts'

const UNWRITABLE_FOR_MS = 5_000

export const unwritable: Fault = {
  name: 'store unwritable between send and write',
  async run(pace) {
    await using stage = await setStage(inProcess(pace))
    const { botApi } = stage
    const line = await stage.openLine()
    const { promise: opened, resolve: answer } = Promise.withResolvers<void>()
    botApi.fail({ times: 1 }, { kind: 'delay', ms: 0, after: opened })
    await line.post()
    await botApi.waitFor((_messages, requests) => requests.length === 1)
    for (let n = 0; n < 3; n += 1) await line.post()

    await sql`pragma query_only = on`.execute(stage.server.db)
    answer()
    await botApi.waitFor(messages => messages.length === 1)
    equal(await line.post(), 503)
    await pause(UNWRITABLE_FOR_MS / pace)
    equal(botApi.requests.length, 1, 'nothing leaves before it is written what has arrived')
    await sql`pragma query_only = off`.execute(stage.server.db)

    await line.post()
    const kept = await assertKept(stage)
    equal(kept.repeats, 0, 'what is known to have arrived is not sent again')
    return kept
  },
}
