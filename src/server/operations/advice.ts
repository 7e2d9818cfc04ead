/** What to change about what came to a webhook, the worst first. */
import { formatList } from '#shared/format.ts'
import type { Advice, RefusalCode, TakenArrival } from '#shared/model/arrival.ts'
import { isPrivate } from '#shared/tradingview/reach-trouble.ts'

type Taken = Pick<
  TakenArrival,
  'telegramDeliveryStatus' | 'reason' | 'reading' | 'fault' | 'missing' | 'unfilled' | 'fits'
> & { isInactive: boolean }

/** Null where it arrived as it should. */
export function adviceOnTaken(alert: Taken): Advice | null {
  const { telegramDeliveryStatus, reason, reading, fault, missing, unfilled, fits } = alert
  if (alert.isInactive)
    return {
      where: 'switch',
      text: 'La conexión está inactiva y no envía nada. Actívala; desde el historial puedes reenviar esta alerta.',
    }
  if (telegramDeliveryStatus === 'failed')
    return { where: 'connection', text: reason ?? 'No se pudo enviar. Revisa la conexión.' }
  if (reading === 'text')
    return {
      where: 'message',
      text: 'Llegó un texto, no un JSON, y se envía tal cual, sin la plantilla. Borra lo que hay en el campo «Mensaje» de la alerta y pega el JSON.',
    }
  if (!fits)
    return {
      where: 'template',
      text: 'No trae nada de lo que pide la plantilla, y se envió lo que traía. Pega el JSON de tu plantilla en el campo «Mensaje», o crea una plantilla a partir de esta alerta.',
    }
  if (unfilled.length > 0) return { where: 'message', text: unfilledText(unfilled) }
  if (missing.length > 0)
    return {
      where: 'message',
      text: `Añade ${listed(missing.map(quoted))} al JSON del campo «Mensaje», o quítalo de la plantilla.`,
    }
  if (fault !== null)
    return {
      where: 'message',
      text: `No era un JSON válido y se reparó para enviarlo. ${fault} Corrígelo en el campo «Mensaje».`,
    }
  return null
}

/** @param from the sender's address, where it is known */
export function adviceOnRefused(code: RefusalCode, from: string | null): Advice {
  if (code === 'not-tradingview' && from !== null && isPrivate(asHostname(from)))
    return {
      where: 'settings',
      text: `${from} es de tu propia red. Si delante hay un proxy o un túnel, pon en TRUST_PROXY cuántos son, para que se vea quién llama; si eres tú, desactiva en Configuración que solo se admita a TradingView.`,
    }
  return refused[code]
}

const refused: Record<RefusalCode, Advice> = {
  empty: {
    where: 'message',
    text: 'El campo «Mensaje» de la alerta está vacío: pega en él el JSON y guarda la alerta.',
  },
  'too-large': {
    where: 'message',
    text: 'TradingView no envía mensajes tan largos: mira qué programa lo envía, y acórtalo.',
  },
  'not-tradingview': {
    where: 'settings',
    text: 'Tu cuenta solo admite lo que envía TradingView. Si lo envías tú desde otro sitio, desactívalo en Configuración.',
  },
  'over-rate': {
    where: null,
    text: 'Elige en TradingView una frecuencia menor, como «Una vez por cierre de barra».',
  },
  'queue-full': {
    where: 'queue',
    text: 'Mira qué tiene parados tus chats, y descarta lo que ya no sirva.',
  },
  'not-stored': {
    where: null,
    text: 'No hay que hacer nada en TradingView: la envía otra vez a los cinco segundos. Si se repite, mira el disco y la carga del servidor.',
  },
}

function unfilledText(unfilled: readonly string[]): string {
  const names = listed(unfilled)
  const only = unfilled.every(name => name.startsWith('{{strategy.'))
  if (only)
    return `TradingView no sustituyó ${names}: solo tiene valor en las alertas de una estrategia. Cámbialo por un texto fijo en el campo «Mensaje», o crea la alerta sobre la estrategia.`
  if (unfilled.some(name => name.startsWith('{{')))
    return `TradingView no sustituyó ${names}. Corrige el nombre entre llaves en el campo «Mensaje».`
  return `Llegó ${names} como se pegó. Escribe en su lugar tu valor en el campo «Mensaje», o quita esa línea.`
}

const listed = (names: readonly string[]): string => formatList(names)
const quoted = (key: string): string => `«${key}»`

/** As `URL` has it. */
const asHostname = (address: string): string => (address.includes(':') ? `[${address}]` : address)
