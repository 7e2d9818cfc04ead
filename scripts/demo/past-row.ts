import type { Insertable } from 'kysely'
import { newOrderedId } from '#server/base/ids.ts'
import { retryBackoff } from '#server/deliver/delays.ts'
import { bodyColumns } from '#server/ingest/body-columns.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import type { LoggedAttempt } from '#server/store/rows/attempt-log.ts'
import { messageColumns } from '#server/store/rows/message-columns.ts'
import { type ReadBody, readBody } from '#shared/body/read-body.ts'
import { alertMessage, textMessage } from '#shared/message/alert-message.ts'
import { templateButtons } from '#shared/message/message-buttons.ts'
import type { AskingTemplate } from '#shared/message/template/asked-keys.ts'
import { builtInValues } from '#shared/message/template/built-in-values.ts'
import { valueAt, valueText } from '#shared/payload/payload.ts'
import type { Fate } from './fates.ts'
import type { PastAlert } from './history.ts'
import { asFailureReason, passing } from './troubles.ts'

/** Without its owner, which the caller adds. */
export type PastRow = Omit<Insertable<Tables['alerts']>, 'user_id'>

/** Row of a past alert, its body read and its message written as in the product. */
export function pastRow(alert: PastAlert, template: AskingTemplate): PastRow {
  const { connection, receivedAt, fate } = alert
  const body = readBody(alert.body)
  if (!body) throw new Error('an alert of the demonstration is empty')
  const columns = bodyColumns(body, connection.name, [])
  return {
    id: newOrderedId(receivedAt),
    connection_id: connection.id,
    connection_name: connection.name,
    received_at: receivedAt,
    ...columns,
    ...madeColumns(alert, body, columns.name, template),
    ...outcomeColumns(fate, receivedAt),
  }
}

// Resolved once: it takes longer than the rest of a row.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Columns of the message, which is made at the first attempt. */
function madeColumns(
  { connection, receivedAt, fate }: PastAlert,
  { reading, payload }: ReadBody,
  name: string,
  { content, buttons = [] }: AskingTemplate,
) {
  if (fate.attempts === 0) return { missing: '[]', taken: '[]' }
  const received = { receivedAt, timeZone }
  const builtIn = builtInValues({
    connectionName: connection.name,
    alertName: name,
    ...received,
  })
  const context = { payload, builtIn, ...received, connectionId: connection.id }
  const isText = reading === 'text'
  const { message, missing, taken, fits } = isText
    ? {
        message: textMessage(valueText(valueAt(payload, 'message'))),
        missing: [],
        taken: [],
        fits: true,
      }
    : alertMessage(content, context)
  return {
    missing: JSON.stringify(missing),
    taken: JSON.stringify(taken),
    misfit: fits ? null : `${connection.templateId}:1`,
    ...messageColumns({
      ...message,
      buttons: isText ? [] : templateButtons(buttons, context),
      picture: null,
    }),
  }
}

/** Milliseconds from receipt to the first attempt. */
const PICKED_UP_MS = 9

function outcomeColumns(fate: Fate, receivedAt: number) {
  const { status, attempts } = fate
  const shared = {
    status,
    attempts,
    first_attempt_at: attempts === 0 ? null : receivedAt + PICKED_UP_MS,
    attempt_log: attemptLog(fate, receivedAt + PICKED_UP_MS),
  }
  if (fate.status === 'failed')
    return {
      ...shared,
      uncertain: fate.uncertain ? (1 as const) : (0 as const),
      error_code: fate.trouble.code,
      error_reason: fate.trouble.reason,
      message_ids: '[]',
    }
  return {
    ...shared,
    uncertain: 0 as const,
    message_ids: JSON.stringify([fate.messageId]),
    late_minutes: fate.lateMinutes,
    sent_together: fate.together,
    delivered_at: receivedAt + fate.tookMs,
  }
}

/** Milliseconds until Telegram refuses, and until an attempt times out. */
const REFUSED_MS = 180
const WAITED_MS = 30_000

/** Log of the failed attempts, the first of them sent at `at`; null without any. */
function attemptLog(fate: Fate, at: number): string | null {
  const trouble = fate.status === 'failed' ? fate.trouble : asFailureReason(passing)
  const count = fate.status === 'failed' ? fate.attempts : fate.attempts - 1
  if (count === 0) return null
  const ms = trouble.code === 'timeout' ? WAITED_MS : REFUSED_MS
  let leaves = at
  const log = Array.from({ length: count }, (_, before): LoggedAttempt => {
    leaves += before === 0 ? 0 : ms + (retryBackoff(before) ?? 0)
    return { at: leaves, ms, ...trouble, counted: 1 }
  })
  return JSON.stringify(log)
}
