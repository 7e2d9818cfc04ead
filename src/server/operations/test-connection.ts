import { newOrderedId } from '#server/base/ids.ts'
import type { ConnectionRow } from '#server/store/connections.ts'
import { notify } from '#server/store/notifications.ts'
import type { Owner } from '#server/store/owner.ts'
import { readTemplate } from '#server/store/templates.ts'
import { reasonFor } from '#server/telegram/failures.ts'
import { fillTemplate } from '#shared/message/fill.ts'
import { parsePayload } from '#shared/message/payload.ts'
import { placeholdersOf } from '#shared/message/placeholders.ts'
import { splitMessage } from '#shared/message/split.ts'
import { testTexts } from '#shared/texts.ts'
import type { ConnectionTools } from './connections.ts'

export type TestOutcome = { ok: boolean; message: string; reason: string | null }

/** Sends a connection's template, filled with test values, to its chat; one test a connection at a time. */
export function createConnectionTest({
  telegram,
  secretBox,
  live,
}: Pick<ConnectionTools, 'telegram' | 'secretBox' | 'live'>) {
  const running = new Set<string>()
  return async (owner: Owner, row: ConnectionRow): Promise<TestOutcome | 'running'> => {
    if (running.has(row.id)) return 'running'
    running.add(row.id)
    try {
      const outcome = await sendTest(owner, row)
      if (!outcome.ok) await tellFailure(owner, row, outcome)
      return outcome
    } finally {
      running.delete(row.id)
    }
  }

  async function sendTest(owner: Owner, row: ConnectionRow): Promise<TestOutcome> {
    const template = await readTemplate(owner, row.template_id)
    if (!template)
      return {
        ok: false,
        message: testTexts.templateMissing(row.template_id, row.name),
        reason: null,
      }
    const token = secretBox.decrypt(row.telegram_bot_token)
    for (const piece of splitMessage(testMessage(template.content, row))) {
      const chatId = row.chat_id ?? row.telegram_chat_id
      const answer = await telegram.sendTest(token, { chatId, ...piece })
      if (!answer.ok)
        return { ok: false, message: testTexts.failed(row.name), reason: reasonFor(answer.failure) }
    }
    return { ok: true, message: testTexts.succeeded(template.name, row.name), reason: null }
  }

  async function tellFailure(
    owner: Owner,
    row: ConnectionRow,
    outcome: TestOutcome,
  ): Promise<void> {
    const now = Date.now()
    await notify(owner.db, {
      id: newOrderedId(now),
      userId: owner.userId,
      title: testTexts.failureTitle,
      message: outcome.reason === null ? outcome.message : testTexts.notSent(row.name),
      type: 'error',
      link: `/connections/${row.id}/panel`,
      repeatKey: `test:${row.id}`,
      count: 1,
      now,
    })
    live.changed(owner.userId, 'notifications')
  }
}

/** The specification's test values: a test symbol, 123.45, buy, and a marker everywhere else. */
function testMessage(template: string, row: ConnectionRow) {
  const values: Record<string, string> = Object.fromEntries(
    placeholdersOf(template).map(key => [key, 'DATO_DE_PRUEBA']),
  )
  const known = { symbol: 'TESTUSD', price: '123.45', action: 'buy' }
  const body = { ...values, ...known, connection_name: row.name }
  return fillTemplate(template, {
    payload: parsePayload(JSON.stringify(body)),
    builtIn: {},
    connectionId: row.id,
  }).message
}
