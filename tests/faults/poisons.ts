import { deepEqual, ok } from 'node:assert/strict'
import { sql } from 'kysely'
import { holdStore } from '../support/hold-store.ts'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { burst, type Line } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { inProcess } from './support/start-server.ts'

const POISON = 'veneno'

const poisonedMessage: Fault = {
  name: 'a poisoned alert in a lane and in a group',
  async run(pace) {
    await using stage = await setStage(inProcess(pace))
    const { botApi } = stage
    const line = await stage.openLine()
    botApi.fail(
      { text: POISON },
      { kind: 'refusal', status: 400, description: 'Bad Request: something new' },
    )
    // Each alert leaves alone.
    for (const words of ['', POISON, '']) {
      const before = botApi.requests.length
      await line.post(words)
      await botApi.waitFor((_messages, requests) => requests.length > before)
    }
    // The first alert gets a slow answer, and the others gather behind it.
    const { promise: opened, resolve: answer } = Promise.withResolvers<void>()
    botApi.fail({ times: 1 }, { kind: 'delay', ms: 0, after: opened })
    const before = botApi.requests.length
    await line.post()
    await botApi.waitFor((_messages, requests) => requests.length > before)
    for (const words of ['', '', POISON, '', '']) await line.post(words)
    answer()
    const kept = await assertKept(stage, { failing: ['L1-2', 'L1-7'] })
    ok(
      botApi.requests.some(({ status, parameters }) => {
        const text = parameters.get('text') ?? ''
        return status === 400 && text.includes('L1-5') && text.includes('L1-9')
      }),
      'it was refused as one of a group',
    )
    return kept
  },
}

const poisonedRow: Fault = {
  name: 'a poisoned row in a group commit',
  async run(pace) {
    await using stage = await setStage(inProcess(pace))
    const lines = await stage.openLines(10)
    await sql`
      create trigger poison before insert on alerts when new.payload like ${sql.lit(`%${POISON}%`)}
      begin select raise(abort, 'poison'); end`.execute(stage.server.db)
    const posting: ReturnType<Line['post']>[] = []
    {
      await using _lock = await holdStore({ dataDir: stage.dataDir })
      posting.push(...lines.map((line, n) => line.post(n === 5 ? POISON : '')))
      // All webhooks posted before this answer wait for one transaction.
      await stage.trader.api.templates.list()
    }
    deepEqual(
      await Promise.all(posting),
      lines.map((_, n) => (n === 5 ? 503 : 202)),
    )
    await burst(lines, 2)
    return await assertKept(stage)
  },
}

export const poisonFaults: Fault[] = [poisonedMessage, poisonedRow]
