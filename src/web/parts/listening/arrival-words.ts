import { formatDuration, formatList, quantity } from '#shared/format.ts'
import type { Arrival, RefusalCode, TakenArrival } from '#shared/model/arrival.ts'
import { isPrivate } from '#shared/tradingview/reach-trouble.ts'
import { nextAttempt, reasonParts } from '#web/parts/delivery-words.ts'

/** `pending`: in progress; `ok`: as expected; `warn`: delivered, with something to change; `bad`: not in the chat. */
export type Look = 'pending' | 'ok' | 'warn' | 'bad'

/** Facts about arrivals that the server's answer lacks. */
export interface Listener {
  /** Ids of the alerts sent from this page. */
  sent: ReadonlySet<string>
  /** True if deliveries are simulated. */
  simulated: boolean
}

export function lookOf(arrival: Arrival): Look {
  if (arrival.kind === 'refused' || arrival.telegramDeliveryStatus === 'failed') return 'bad'
  if (arrival.telegramDeliveryStatus === 'pending') return 'pending'
  return arrival.advice === null ? 'ok' : 'warn'
}

/** Outcome of an arrival, in one sentence. */
export function verdict(arrival: Arrival, simulated: boolean): string {
  if (arrival.kind === 'refused') {
    const { what } = reasonParts(arrival.reason)
    return arrival.count > 1 ? `${what} ${quantity(arrival.count, 'vez', 'veces')}.` : what
  }
  if (arrival.telegramDeliveryStatus === 'pending') return 'Llegó. Enviándola a tu chat…'
  if (arrival.telegramDeliveryStatus === 'failed')
    return arrival.advice?.code === 'inactive'
      ? 'Llegó, pero la conexión está inactiva.'
      : 'Llegó, pero no está en tu chat.'
  const flaw = flawWords(arrival)
  return flaw ?? `Llegó y se entregó${deliveryWords(arrival, simulated)}.`
}

function flawWords({ advice, missing, unfilled }: TakenArrival): string | null {
  const code = advice?.code
  switch (code) {
    case 'text':
      return 'Llegó y se entregó, pero no es JSON.'
    case 'own-fault':
    case 'misfit':
      return 'Llegó y se entregó, pero sin la plantilla.'
    case 'unfilled':
      return `Llegó, pero con ${formatList(unfilled, SHOWN_KEYS)} sin sustituir.`
    case 'missing': {
      const keys = missing.map(key => `{{${key}}}`)
      return `Llegó, pero ${missing.length === 1 ? 'falta' : 'faltan'} ${formatList(keys, SHOWN_KEYS)}.`
    }
    case 'repaired':
      return 'Llegó y se entregó, pero hubo que repararla.'
    case undefined:
    case 'inactive':
    case 'failed':
      return null
    default:
      code satisfies RefusalCode
      return null
  }
}

const SHOWN_KEYS = 3

function deliveryWords({ deliveredInMs }: TakenArrival, simulated: boolean): string {
  const how = simulated ? ' de forma simulada' : ''
  return deliveredInMs === null ? how : `${how} en ${formatDuration(deliveredInMs)}`
}

/** «desde TradingView»; null if unknown. */
export function senderWords(arrival: Arrival, sent: ReadonlySet<string>): string | null {
  const { receivedFrom } = arrival
  if (sent.has(arrival.id)) return 'desde tu navegador'
  if (receivedFrom === null) return null
  if (arrival.isTradingView) return 'desde TradingView'
  return isPrivate(receivedFrom)
    ? `desde tu red (${receivedFrom})`
    : `desde ${receivedFrom}, que no es de TradingView`
}

/** How it was read, and which keys replaced missing ones. */
export function readingWords({ reading, taken }: TakenArrival): string {
  const instead = taken.map(({ key, from }) => `${key} se tomó de ${from}`)
  return [readings[reading], ...instead.slice(0, SHOWN_KEYS)].join(' · ')
}

const readings: Record<TakenArrival['reading'], string> = {
  json: 'leída como JSON',
  repaired: 'JSON reparado',
  text: 'leída como texto',
}

/** Why a pending alert is not in the chat yet; null if it is not pending, or there is no reason. */
export function waitingWords(arrival: Arrival): string | null {
  if (arrival.kind === 'refused' || arrival.telegramDeliveryStatus !== 'pending') return null
  const attempt = nextAttempt(arrival)
  return [arrival.reason, attempt && `Reintento ${attempt}.`].filter(Boolean).join(' ') || null
}

/** Texts of the light for the newest arrival. `waiting` is the title until something arrives. */
export function lightWords(
  newest: Arrival | undefined,
  waiting: string,
  { sent, simulated }: Listener,
): LightWords {
  if (!newest)
    return {
      look: 'waiting',
      title: waiting,
      line: 'En cuanto llegue algo, lo verás aquí: desde dónde, cómo se leyó y qué cambiar.',
      spoken: waiting,
    }
  const look = lookOf(newest)
  const words = headWords(newest, look, sent)
  const what = verdict(newest, simulated)
  const next = newest.advice?.text ?? words.title
  return { look, ...words, spoken: look === 'pending' ? what : `${what} ${next}` }
}

interface LightWords {
  look: Look | 'waiting'
  title: string
  line: string
  /** State of the newest arrival, for screen readers. */
  spoken: string
}

function headWords(newest: Arrival, look: Look, sent: ReadonlySet<string>) {
  switch (look) {
    case 'pending':
      return {
        title: 'Llegó. Enviándola a tu chat…',
        line: 'Telegram suele tardar menos de un segundo.',
      }
    case 'bad':
      return newest.kind === 'refused'
        ? { title: 'Llegó algo, y no se admitió.', line: 'Abajo está por qué, y qué cambiar.' }
        : { title: 'Llegó, pero no está en tu chat.', line: 'Abajo está por qué, y qué cambiar.' }
    case 'warn':
      return {
        title: 'Funciona, con algo que cambiar.',
        line: 'Ya está en tu chat; mira abajo qué.',
      }
    case 'ok':
      return sent.has(newest.id)
        ? {
            title: 'Pregonero llega hasta tu chat.',
            line: 'Ahora crea la alerta en TradingView: aquí verás la primera.',
          }
        : { title: 'Todo funciona.', line: 'La alerta ha llegado hasta tu chat de Telegram.' }
  }
}
