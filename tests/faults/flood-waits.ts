import { deepEqual, ok } from 'node:assert/strict'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { keepPosting } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { inProcess } from './support/start-server.ts'

/** Time in which sends in flight at the flood wait end. */
const HEARD_WITHIN_MS = 150
const PATIENCE_S = 20

export const floodWaitFaults: Fault[] = [1, 60].flatMap(seconds => [
  { name: `429 with ${seconds} s for a chat`, run: pace => floodWait({ told: 1, seconds }, pace) },
  { name: `429 with ${seconds} s for a bot`, run: pace => floodWait({ told: 2, seconds }, pace) },
])

/** @param told number of chats of one bot with a flood wait at once: two make the whole bot wait */
async function floodWait({ told, seconds }: { told: number; seconds: number }, pace: number) {
  await using stage = await setStage(inProcess(pace))
  const { botApi } = stage
  const telegramBotToken = botApi.addBot().token
  const ofBot = await stage.openLines(3, { telegramBotToken })
  const free = await stage.openLine()
  const toldLines = ofBot.slice(0, told)
  const held = told === 1 ? toldLines : ofBot

  for (const { chatId } of toldLines)
    botApi.fail({ chatId, times: 1 }, { kind: 'flood', retryAfter: seconds })
  await Promise.all([...toldLines, free].map(line => line.post()))
  const floods = () => botApi.requests.filter(({ status }) => status === 429)
  await botApi.waitFor(() => floods().length === told)
  {
    await using _posting = keepPosting(stage.lines, 500 / pace)
    await botApi.waitFor(
      messages => held.every(line => messages.some(({ chatId }) => chatId === line.chatId)),
      (seconds + PATIENCE_S) * 1_000,
    )
  }
  const kept = await assertKept(stage)

  const isHeld = ({ chatId }: { chatId: string }) => held.some(line => line.chatId === chatId)
  const toldAt = Math.max(...floods().map(({ at }) => at))
  const early = botApi.requests
    .filter(isHeld)
    .map(({ at }) => at - toldAt)
    .filter(after => after > HEARD_WITHIN_MS && after < (seconds * 1_000) / pace - 1)
  deepEqual(early, [], 'nothing leaves before Telegram allows it')
  const [first] = botApi.messages
  ok(first?.chatId === free.chatId, 'another bot does not wait with it')
  return kept
}
