/** Advice on an arrival at a webhook: the first problem found, in order of severity. */
import { formatList } from '#shared/format.ts'
import type { Advice, RefusalCode, TakenArrival } from '#shared/model/arrival.ts'
import { isPrivate } from '#shared/tradingview/reach-trouble.ts'
import { unfilledText } from '#shared/tradingview/unfilled.ts'

type Taken = Pick<
  TakenArrival,
  'telegramDeliveryStatus' | 'reason' | 'reading' | 'fault' | 'missing' | 'unfilled' | 'fits'
> & { isInactive: boolean; isOwnFault: boolean }

/** Null if the alert arrived as it should. */
export function adviceOnTaken(alert: Taken): Advice | null {
  const { telegramDeliveryStatus, reason, reading, fault, missing, unfilled, fits } = alert
  if (alert.isInactive)
    return {
      code: 'inactive',
      text: 'La conexión está inactiva y no envía nada. Actívala; desde el historial puedes reenviar esta alerta.',
    }
  if (telegramDeliveryStatus === 'failed')
    return { code: 'failed', text: reason ?? 'No se pudo enviar. Revisa la conexión.' }
  if (reading === 'text')
    return {
      code: 'text',
      text: 'Llegó un texto, no un JSON, y se envía tal cual, sin la plantilla. Borra lo que hay en el campo «Mensaje» de la alerta y pega el JSON.',
    }
  if (alert.isOwnFault)
    return {
      code: 'own-fault',
      text: 'Un fallo de Pregonero impidió usar la plantilla, y se envió lo que traía. En TradingView no hay que cambiar nada: pide a quien administra Pregonero que mire su registro.',
    }
  if (!fits)
    return {
      code: 'misfit',
      text: 'No trae nada de lo que pide la plantilla, y se envió lo que traía. Pega el JSON de tu plantilla en el campo «Mensaje», o crea una plantilla a partir de esta alerta.',
    }
  if (unfilled.length > 0) return { code: 'unfilled', text: unfilledText(unfilled) }
  if (missing.length > 0)
    return {
      code: 'missing',
      text: `Añade ${listed(missing.map(quoted))} al JSON del campo «Mensaje», o quita de la plantilla lo que no envíes.`,
    }
  if (fault !== null)
    return {
      code: 'repaired',
      text: `No era un JSON válido y se reparó para enviarlo. ${fault} Corrígelo en el campo «Mensaje».`,
    }
  return null
}

/**
 * @param known.from the sender's address, where it is known
 * @param known.query the names of the parameters in the address
 */
export function adviceOnRefused(
  code: RefusalCode,
  { from, query }: { from: string | null; query: readonly string[] },
): Advice {
  if (code === 'empty' && query.length > 0)
    return {
      code,
      text: `El texto venía en la dirección (${listed(query)}), y ahí no se lee. Escríbelo en el campo «Mensaje» de la alerta, y deja la URL del webhook como la copias de aquí.`,
    }
  if (code === 'not-tradingview' && from !== null && isPrivate(from))
    return {
      code,
      text: `${from} es de tu propia red. Si delante hay un proxy o un túnel, pon en TRUST_PROXY cuántos son, para que se vea quién llama; si eres tú, desactiva en Configuración que solo se admita a TradingView.`,
    }
  return { code, text: refused[code] }
}

const refused: Record<RefusalCode, string> = {
  miscopied:
    'Copia otra vez la URL del webhook de esta conexión y pégala sola, sin nada delante ni detrás, en «URL del webhook» de la alerta.',
  cut: 'TradingView no la envía otra vez. Si se repite, mira qué hay entre TradingView y Pregonero: un proxy, un túnel o una red que corta.',
  encoded:
    'TradingView envía sin comprimir: mira qué programa o qué proxy comprime lo que te llega, y haz que no lo haga.',
  empty: 'El campo «Mensaje» de la alerta está vacío: pega en él el JSON y guarda la alerta.',
  'too-large': 'TradingView no envía mensajes tan largos: mira qué programa lo envía, y acórtalo.',
  'not-tradingview':
    'Tu cuenta solo admite lo que envía TradingView. Si lo envías tú desde otro sitio, desactívalo en Configuración.',
  'over-rate': 'Elige en TradingView una frecuencia menor, como «Una vez por cierre de barra».',
  'queue-full': 'Mira qué tiene parados tus chats, y descarta lo que ya no sirva.',
  'not-stored':
    'No hay que hacer nada en TradingView: la envía otra vez a los cinco segundos. Si se repite, mira el disco y la carga del servidor.',
}

const listed = (names: readonly string[]): string => formatList(names)
const quoted = (key: string): string => `«${key}»`
