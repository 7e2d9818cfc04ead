import { newOrderedId } from '#server/base/ids.ts'
import type { NewAlarm } from '#server/store/watch/alarms.ts'
import type { Circumstances, KnownSeries } from '#server/store/watch/learning.ts'
import type { AlarmText } from './alarm-texts.ts'
import type { Setting } from './series.ts'

/** An alarm, and the reason why it is only shown on screen; null: it is sent. */
export type Raised = { alarm: NewAlarm; reason: string | null }

/** @param keeps reason not to send the alarm; null: the account's settings decide. Silencing precedes both. */
export function raisedOf(
  row: KnownSeries,
  kind: NewAlarm['kind'],
  text: AlarmText,
  { now, accounts }: Setting,
  keeps: string | null,
): Raised {
  const account = accounts.find(one => one.user_id === row.user_id)
  const isSilenced = row.silenced_until !== null && row.silenced_until > now
  const reason = isSilenced ? 'La alerta está silenciada.' : (keeps ?? whyKept(account))
  const { user_id, id: about } = row
  return { alarm: { id: newOrderedId(now), user_id, kind, about, at: now, ...text }, reason }
}

/** Reason why alarms are not sent to an account; null: they are sent. */
export function whyKept(
  account: Pick<Circumstances['accounts'][number], 'alarms' | 'connection_id'> | undefined,
): string | null {
  if (account?.alarms === 0) return 'Los avisos de Vigía están apagados.'
  return account?.connection_id ? null : 'No has elegido por qué conexión salen los avisos.'
}
