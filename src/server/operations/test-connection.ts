import { clock } from '#server/base/clock.ts'
import { newOrderedId } from '#server/base/ids.ts'
import { outcomeOf } from '#server/observe/observer.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import { sendOptionsOf } from '#server/store/rows/connection-fields.ts'
import { type ConnectionRow, markMended } from '#server/store/rows/connections.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import { notify } from '#server/store/rows/notifications.ts'
import { readTemplate, templateFields } from '#server/store/rows/templates.ts'
import { reasonWithNearby } from '#server/telegram/nearby-chat.ts'
import type { SendBlock } from '#server/telegram/send-permits.ts'
import { shortId } from '#shared/format.ts'
import { templateMessage } from '#shared/message/alert-message.ts'
import { templateButtons } from '#shared/message/message-buttons.ts'
import { splitMessage } from '#shared/message/split.ts'
import { type AskingTemplate, templatePlaceholders } from '#shared/message/template/asked-keys.ts'
import { parsePayload } from '#shared/payload/payload.ts'
import { connectionTexts, testTexts } from '#shared/texts/connections.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import type { ConnectionTools } from './connections.ts'

export type TestOutcome = { ok: boolean; message: string; reason: string | null }

/** Sends a connection's template, filled with test values, to its chat; one test a connection at a time. */
export function createConnectionTest({
  telegram,
  secretBox,
  permits,
  observer,
}: Pick<ConnectionTools, 'telegram' | 'secretBox' | 'permits' | 'observer'>) {
  const running = new Set<string>()
  return async (owner: Owner, row: ConnectionRow): Promise<TestOutcome | 'running'> => {
    if (running.has(row.id)) return 'running'
    running.add(row.id)
    try {
      const outcome = await sendTest(owner, row)
      if (outcome.ok) await markMended(owner, { id: row.id }, clock.now())
      else await tellFailure(owner, row, outcome)
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
    const reason = await whyNotSent(templateFields(template), row)
    return reason === null
      ? { ok: true, message: testTexts.succeeded(template.name, row.name), reason }
      : { ok: false, message: testTexts.failed(row.name), reason }
  }

  /** @returns null when every part has arrived, else the reason in Spanish */
  async function whyNotSent(template: AskingTemplate, row: ConnectionRow): Promise<string | null> {
    const token = secretBox.tryDecrypt(row.telegram_bot_token)
    if (token === null) return connectionTexts.unreadable
    const { buttons, ...message } = testMessage(template, row)
    const pieces = splitMessage(message)
    if (pieces.length === 0) return deliveryTexts.empty
    for (const [part, piece] of pieces.entries()) {
      const block = await permits.acquire(row.lane)
      if (block) return reasonToWait(block)
      const isLast = part === pieces.length - 1
      const begun = clock.monotonic()
      const answer = await telegram.sendTest(token, {
        chatId: row.chat_id ?? row.telegram_chat_id,
        ...piece,
        ...sendOptionsOf(row),
        buttons: isLast ? buttons : [],
        isContinuation: part > 0,
      })
      observer.attempt({
        kind: 'test',
        ...(answer.ok
          ? { outcome: isLast ? 'delivered' : 'part', next: isLast ? 'done' : 'next-part' }
          : { ...outcomeOf(answer.failure), next: 'failed' }),
        lane: row.lane,
        connection: shortId(row.id),
        alerts: 0,
        alertIds: [],
        attempt: 1,
        sendMs: Math.round(clock.monotonic() - begun),
      })
      if (answer.ok) continue
      const { failure } = answer
      if (failure.kind === 'flood') await permits.keepFloodWait(row.lane, failure.retryAfter)
      const { telegram_chat_id: chatId, topic_id: topicId } = row
      return (await reasonWithNearby(failure, { token, chatId, topicId }, telegram)).reason
    }
    return null
  }

  async function tellFailure(
    owner: Owner,
    row: ConnectionRow,
    outcome: TestOutcome,
  ): Promise<void> {
    const { message, reason } = outcome
    const now = clock.now()
    const told = { userId: owner.userId, repeatKey: `test:${row.id}`, count: 1, now }
    await ownerTransaction(owner, async ({ db }) => {
      await notify(db, {
        ...told,
        id: newOrderedId(now),
        title: () => testTexts.failureTitle,
        message: reason === null ? message : `${testTexts.notSent(row.name)} ${reason}`,
        type: 'error',
        link: `/connections/${row.id}/panel`,
      })
      await logError(db, {
        ...told,
        id: newOrderedId(now),
        source: 'telegram',
        message,
        isCritical: false,
        details: { connectionId: shortId(row.id), ...(reason !== null && { reason }) },
      })
    })
  }
}

function reasonToWait(block: SendBlock): string {
  if (block.kind === 'outage') return testTexts.outage
  const seconds = Math.ceil(block.wait / 1_000)
  return block.kind === 'flood-wait' ? testTexts.flood(seconds) : testTexts.budget(seconds)
}

/** Message with test values: a test symbol, 123.45, buy, the connection's name, and `DATO_DE_PRUEBA` elsewhere. */
function testMessage({ content, buttons = [] }: AskingTemplate, row: ConnectionRow) {
  const values: Record<string, string> = Object.fromEntries(
    templatePlaceholders({ content, buttons }).map(key => [key, 'DATO_DE_PRUEBA']),
  )
  const known = { symbol: 'TESTUSD', price: '123.45', action: 'buy', side: 'buy' }
  const body = { ...values, ...known, connection_name: row.name }
  const context = {
    payload: parsePayload(JSON.stringify(body)),
    builtIn: {},
    // No test value is an instant.
    timeZone: 'UTC',
    connectionId: row.id,
  }
  const { message } = templateMessage(content, context)
  return { ...message, buttons: templateButtons(buttons, context) }
}
