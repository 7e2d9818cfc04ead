import { newOrderedId } from '#server/base/ids.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { notify } from '#server/store/rows/notifications.ts'
import { type NewAlarm, raiseAlarm } from '#server/store/watch/alarms.ts'
import { formatList, quantity } from '#shared/format.ts'
import type { ToastType } from '#shared/model/live-event.ts'
import type { AlarmKind } from '#shared/model/watch.ts'
import type { Raised } from './raised.ts'

/** Raises alarms and their notifications in the transaction of their cause: all are written together or rolled back. */
export async function raiseAll(trx: Transacting, raised: readonly Raised[]): Promise<void> {
  for (const { alarm, reason } of raised) await raiseAlarm(trx, alarm, reason)
  const alarms = raised.map(({ alarm }) => alarm)
  for (const alike of Map.groupBy(alarms, ({ user_id, kind }) => `${user_id} ${kind}`).values())
    if (alike.length > EACH_ITS_OWN) await ringOnce(trx, alike)
    else for (const alarm of alike) await ring(trx, alarm)
}

/** Max alarms of an account and kind with a notification each; more raised together share one. */
const EACH_ITS_OWN = 3
const MOST_TITLES = 10

type Bell = { type: ToastType; isSeries: boolean; together: readonly [one: string, many: string] }

const bells: Partial<Record<AlarmKind, Bell>> = {
  fall: { type: 'warning', isSeries: true, together: ['alerta calla', 'alertas callan'] },
  return: { type: 'success', isSeries: true, together: ['alerta vuelve', 'alertas vuelven'] },
  limit: {
    type: 'warning',
    isSeries: true,
    together: ['alerta cerca del límite', 'alertas cerca del límite'],
  },
  expiry: {
    type: 'warning',
    isSeries: false,
    together: ['alerta caduca pronto', 'alertas caducan pronto'],
  },
  'heartbeat-fall': {
    type: 'error',
    isSeries: false,
    together: ['latido falta', 'latidos faltan'],
  },
  'heartbeat-return': {
    type: 'success',
    isSeries: false,
    together: ['latido vuelve', 'latidos vuelven'],
  },
}

/** Emoji that a Telegram message begins with; a notification shows an icon instead. */
const EMOJI = /^\p{Extended_Pictographic}\uFE0F?\s/u

async function ring(trx: Transacting, alarm: NewAlarm): Promise<void> {
  const bell = bells[alarm.kind]
  if (!bell) return
  await notify(trx, {
    id: newOrderedId(alarm.at),
    userId: alarm.user_id,
    title: () => alarm.title,
    message: alarm.message.replace(EMOJI, ''),
    type: bell.type,
    link: bell.isSeries ? `/watch?series=${alarm.about}` : '/watch',
    repeatKey: `watch:${alarm.kind}:${alarm.about}`,
    count: 1,
    now: alarm.at,
  })
}

/** @param alarms of one account and kind */
async function ringOnce(trx: Transacting, alarms: readonly NewAlarm[]): Promise<void> {
  const [first] = alarms
  const bell = first && bells[first.kind]
  if (!bell) return
  await notify(trx, {
    id: newOrderedId(first.at),
    userId: first.user_id,
    title: count => quantity(count, ...bell.together),
    message: formatList(
      alarms.map(({ title }) => title),
      MOST_TITLES,
    ),
    type: bell.type,
    link: '/watch',
    repeatKey: `watch:${first.kind}`,
    count: alarms.length,
    now: first.at,
  })
}
