import { ok } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault as Disturbance } from '../support/bot-api/faults.ts'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { keepPosting } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { inProcess, withScaledTimeout } from './support/start-server.ts'

const OUTAGE_MS = 10_000
/** Longer, because an outage begins only after two sends in a row have timed out. */
const HANGING_OUTAGE_MS = 35_000
const INTERVAL_MS = 250

/** Telegram gives no answer: first to all bots, then for two sends to one chat. */
const noAnswers: Record<string, Disturbance | 'down'> = {
  'Telegram refuses connections': 'down',
  'Telegram hangs': { kind: 'hang' },
  'Telegram hangs, but has stored': { kind: 'hang', stored: true },
  'reset before storing': { kind: 'reset' },
  'reset after storing': { kind: 'reset', stored: true },
  'an HTML page with 502': { kind: 'page', status: 502 },
  'a refusal with 500': { kind: 'refusal', status: 500, description: 'Internal Server Error' },
  'a proxy’s page with 403': { kind: 'page', status: 403 },
}

export const outageFaults: Fault[] = Object.entries(noAnswers).map(([name, fault]) => ({
  name,
  run: pace => withoutAnswer(fault, pace),
}))

async function withoutAnswer(fault: Disturbance | 'down', pace: number) {
  const isHanging = fault !== 'down' && fault.kind === 'hang'
  await using stage = await setStage(isHanging ? withScaledTimeout(pace) : inProcess(pace))
  const { botApi, lines } = stage
  const first = await stage.openLine()
  await stage.openLines(2)
  {
    await using _posting = keepPosting(lines, INTERVAL_MS / pace)
    await somethingArrivesOnEveryLine()
    const lift = await answerNothing()
    const before = countAcknowledged()
    await pause((isHanging ? HANGING_OUTAGE_MS : OUTAGE_MS) / pace)
    ok(countAcknowledged() > before, 'webhooks are taken meanwhile')
    await lift()
    await somethingArrivesOnEveryLine()
    if (fault !== 'down') {
      const before = countUnanswered()
      botApi.fail({ chatId: first.chatId, method: 'sendMessage', times: 2 }, fault)
      await botApi.waitFor(() => countUnanswered() >= before + 2)
      await somethingArrivesOnEveryLine()
    }
  }
  return await assertKept(stage)

  function somethingArrivesOnEveryLine(): Promise<void> {
    const since = botApi.messages.length
    return botApi.waitFor(messages => {
      const chats = messages.slice(since).map(({ chatId }) => chatId)
      return lines.every(({ chatId }) => chats.includes(chatId))
    })
  }

  async function answerNothing(): Promise<() => Promise<void>> {
    if (fault === 'down') {
      await botApi.down()
      return botApi.up
    }
    const { lift } = botApi.fail({}, fault)
    return async () => lift()
  }

  function countAcknowledged(): number {
    return lines.flatMap(line => line.acknowledged).length
  }

  /** Failed sends to the first line's chat. */
  function countUnanswered(): number {
    return botApi.requests.filter(one => one.chatId === first.chatId && one.status !== 200).length
  }
}
