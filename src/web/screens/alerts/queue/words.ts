/** Texts of waiting alerts: why they wait, until when, and what dropping does. */
import {
  type dateFormats,
  formatList,
  formatNumber,
  formatWait,
  plural,
  quantity,
} from '#shared/format.ts'
import { DELIVERY_MAX_ATTEMPTS } from '#shared/limits.ts'
import type { Queue, QueueLane, QueuePlace, QueueReason } from '#shared/model/queue.ts'
import { reasonParts } from '#web/parts/delivery-words.ts'
import { atWords, sinceWords } from '#web/parts/moment-words.ts'

type Dates = ReturnType<typeof dateFormats>
type Waiting = Queue['waiting']

export interface ReasonWords {
  what: string
  /** End of the wait, shown as a countdown. */
  until?: string
  more?: string
}

/** Why the first alert of a lane has not been sent. */
export function reasonWords(reason: QueueReason, now: number, dates: Dates): ReasonWords {
  switch (reason.kind) {
    case 'paused':
      return { what: `En pausa ${sinceWords(reason.since, now, dates)}` }
    case 'no-process':
      return {
        what: 'Ahora mismo nadie envía',
        more: 'Ningún proceso de Pregonero está entregando. Díselo a quien administra el servidor.',
      }
    case 'unassigned':
      return {
        what: 'Otro proceso toma el relevo',
        more: 'Sigue en unos segundos, por donde iba.',
      }
    case 'outage':
      return {
        what: `Telegram no responde${reason.of === 'bot' ? ' a este bot' : ''} ${sinceWords(reason.since, now, dates)}`,
        more: outageFate(reason.givesUpAt, now, dates),
      }
    case 'flood-wait':
      return {
        what: `Telegram pidió ${formatWait(reason.seconds)} de pausa${reason.of === 'bot' ? ' a este bot' : ''}`,
        until: reason.until,
      }
    case 'retry':
      return {
        what: `Próximo intento, ${formatNumber(Math.min(reason.attempts + 1, DELIVERY_MAX_ATTEMPTS))} de ${DELIVERY_MAX_ATTEMPTS}`,
        until: reason.at,
        ...(reason.reason && { more: reasonParts(reason.reason).what }),
      }
    case 'sending':
      return { what: 'Se está enviando' }
    case 'turn':
      return { what: 'Espera su turno', more: paces[reason.chat] }
    default:
      // A newer server may send other kinds.
      reason satisfies never
      return UNKNOWN
  }
}

const UNKNOWN: ReasonWords = { what: 'Espera, y aún no se sabe por qué' }

const paces = {
  private: 'Telegram admite un mensaje por segundo en un chat.',
  group: 'Telegram admite 20 mensajes por minuto en un grupo.',
}

const outageFate = (givesUpAt: string | null, now: number, dates: Dates): string =>
  givesUpAt === null
    ? 'Espera a que vuelva.'
    : `Si no vuelve antes, falla ${atWords(givesUpAt, now, dates)}.`

type Summarised = Pick<Queue, 'items' | 'waiting' | 'pausedAllSince' | 'pausedLanes' | 'delivers'>

export interface Headline extends ReasonWords {
  kind: QueueReason['kind']
}

/** Main reason among the lanes of a page, in one or two sentences; null if no alert waits and no lane is paused. */
export function headline(queue: Summarised, now: number, dates: Dates): Headline | null {
  const { pausedAllSince, delivers, waiting } = queue
  if (pausedAllSince !== null) {
    return {
      kind: 'paused',
      what: `Todo está en pausa ${sinceWords(pausedAllSince, now, dates)}.`,
      more: 'Lo que llega se guarda y espera aquí hasta que sigas.',
    }
  }
  if (!delivers && waiting.count > 0) return { kind: 'no-process', ...headWords['no-process'] }
  const [reason] = queue.items
    .flatMap(lane => (lane.reason ? [lane.reason] : []))
    .sort((one, other) => weight(one) - weight(other))
  if (reason?.kind === 'outage') {
    return {
      kind: 'outage',
      what: `Telegram no responde${reason.of === 'bot' ? ' a uno de tus bots' : ''} ${sinceWords(reason.since, now, dates)}.`,
      more: 'Las alertas salen solas, en orden, en cuanto vuelva.',
    }
  }
  if (reason && reason.kind !== 'paused') {
    const words = new Map(Object.entries(headWords)).get(reason.kind)
    return { kind: reason.kind, ...(words ?? { what: `${UNKNOWN.what}.` }) }
  }
  if (queue.pausedLanes === 0) return null
  return {
    kind: 'paused',
    what: `${quantity(queue.pausedLanes, 'chat está', 'chats están')} en pausa.`,
    more: 'Lo que llega a los demás sigue saliendo.',
  }
}

/** Most important first. */
const order: QueueReason['kind'][] = [
  'no-process',
  'outage',
  'flood-wait',
  'retry',
  'unassigned',
  'turn',
  'sending',
  'paused',
]
const weight = ({ kind }: QueueReason): number =>
  order.includes(kind) ? order.indexOf(kind) : order.length

const headWords: Record<Exclude<QueueReason['kind'], 'outage' | 'paused'>, ReasonWords> = {
  'no-process': {
    what: 'Ahora mismo nadie envía.',
    more: 'Ningún proceso de Pregonero está entregando. Díselo a quien administra el servidor.',
  },
  unassigned: {
    what: 'Otro proceso toma el relevo.',
    more: 'Las alertas siguen en unos segundos, por donde iban.',
  },
  'flood-wait': {
    what: 'Telegram pidió una pausa.',
    more: 'Lo que espera sale después, solo y en orden.',
  },
  retry: { what: 'Un envío falló y se repite.', more: 'Cada alerta tiene tres intentos.' },
  sending: { what: 'Todo va saliendo.', more: 'En orden, tan deprisa como Telegram admite.' },
  turn: { what: 'Todo va saliendo.', more: 'En orden, tan deprisa como Telegram admite.' },
}

/** «41 alertas», «más de 10.000 alertas». */
export const alertsWords = ({ count, more }: Waiting): string =>
  more ? `más de ${formatNumber(count)} alertas` : quantity(count, 'alerta', 'alertas')

const NAMED_CONNECTIONS = 2

/** «Oro y Plata», «Oro, Plata y 3 más». */
export const laneName = ({
  connections,
  connectionCount,
}: Pick<QueueLane, 'connections' | 'connectionCount'>): string => {
  const names = connections.slice(0, NAMED_CONNECTIONS).map(({ name }) => name)
  const others = connectionCount - names.length
  return formatList(others > 0 ? [...names, `${formatNumber(others)} más`] : names)
}

/** When the waiting alerts of a lane expire, if that may happen before they are sent. */
export function expiryWords(
  { waiting, reason, expiresAt }: Pick<QueueLane, 'waiting' | 'reason' | 'expiresAt'>,
  now: number,
  dates: Dates,
): string | null {
  if (expiresAt === null) return null
  const mayComeFirst =
    reason?.kind === 'paused' ||
    reason?.kind === 'no-process' ||
    (reason?.kind === 'flood-wait' && reason.until > expiresAt)
  if (!mayComeFirst) return null
  return waiting.count === 1
    ? `Caduca ${atWords(expiresAt, now, dates)}.`
    : `Caducan ${sinceWords(expiresAt, now, dates)}.`
}

/** «3.ª de 41 en este chat». */
export function placeWords({ ahead, waiting }: Pick<QueuePlace, 'ahead' | 'waiting'>): string {
  if (ahead.more) return `Tiene ${alertsWords(ahead)} delante en este chat`
  const place = ahead.count + 1
  if (place === 1 && waiting.count <= 1) return 'Es la única que espera en este chat'
  const all = `${waiting.more ? 'más de ' : ''}${formatNumber(Math.max(place, waiting.count))}`
  return `${formatNumber(place)}.ª de ${all} en este chat`
}

/** Confirmation text: how many alerts are dropped, and where they are found then. */
export function dropText(counted: Waiting): string {
  if (counted.count === 0) return 'Ninguna espera desde hace tanto.'
  const fate = plural(counted.count, 'dejará de esperar y quedará', 'dejarán de esperar y quedarán')
  const again = plural(counted.count, 'se puede reenviar', 'se pueden reenviar')
  const which = counted.more
    ? `Más${alertsWords(counted).slice('más'.length)}`
    : alertsWords(counted)
  return `${which} ${fate} en el historial como ${plural(counted.count, 'fallida', 'fallidas')}. Desde allí ${again}.`
}

/** Toast after dropping. */
export const droppedText = (dropped: number): string =>
  `${quantity(dropped, 'alerta descartada', 'alertas descartadas')}.`
