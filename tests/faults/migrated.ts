import { ok } from 'node:assert/strict'
import { assertKept } from './support/assert-kept.ts'
import type { Fault } from './support/fault.ts'
import { keepPosting } from './support/line.ts'
import { setStage } from './support/stage.ts'
import { inProcess } from './support/start-server.ts'

const GROUP = -4_001
const SUPERGROUP = -1_000_000_004_001

export const migrated: Fault = {
  name: 'a group migrated in mid-burst',
  async run(pace) {
    await using stage = await setStage(inProcess(pace))
    const { botApi } = stage
    const group = botApi.addChat({ id: GROUP, type: 'group' })
    const draft = { telegramBotToken: botApi.addBot().token, telegramChatId: String(GROUP) }
    const lines = [await stage.openLine(draft), await stage.openLine(draft)]
    const arrivedIn = (id: number) =>
      botApi.messages.filter(({ chatId }) => chatId === String(id)).length
    {
      await using _posting = keepPosting(lines, 100 / pace)
      await botApi.waitFor(() => arrivedIn(GROUP) >= 3)
      botApi.addChat({ id: SUPERGROUP, type: 'supergroup' })
      group.migratedTo = SUPERGROUP
      await botApi.waitFor(() => arrivedIn(SUPERGROUP) >= 3)
    }
    const inGroup = arrivedIn(GROUP)
    const kept = await assertKept(stage)
    ok(arrivedIn(GROUP) === inGroup, 'nothing is left behind in the old group')
    return kept
  },
}
