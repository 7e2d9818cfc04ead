/** Texts about alerts that were not delivered for one cause. Its reason comes from the server (`failure-reasons.ts`). */
import { type dateFormats, formatNumber, plural, quantity } from '#shared/format.ts'
import type { FailureGroup } from '#shared/model/failure.ts'
import { reasonParts } from '#web/parts/delivery-words.ts'
import { atWords, sinceWords } from '#web/parts/moment-words.ts'
import type { Toast } from '#web/ui/show-toast.tsx'

type Dates = ReturnType<typeof dateFormats>

/** «EURUSD Londres», «EURUSD Londres y 3 conexiones más». */
export function failingNames({ connections: [first], connectionCount }: FailureGroup): string {
  const name = first?.name ?? ''
  return connectionCount <= 1
    ? name
    : `${name} y ${quantity(connectionCount - 1, 'conexión', 'conexiones')} más`
}

/** «41 sin entregar desde las 9:12»; once over «41 sin entregar desde las 9:12 hasta las 10:40». */
export function undeliveredWords(
  { count, more, since, last, lasts }: FailureGroup,
  now: number,
  dates: Dates,
): string {
  const undelivered = `${more ? 'más de ' : ''}${formatNumber(count)} sin entregar`
  if (count === 1) return `${undelivered}, ${atWords(since, now, dates).replace(/^a /, 'de ')}`
  const beginning = `${undelivered} ${sinceWords(since, now, dates)}`
  return lasts ? beginning : `${beginning} hasta ${atWords(last, now, dates).replace(/^a /, '')}`
}

/** Reason, with the remedy while the cause lasts. */
export const failureReason = ({ reason, lasts }: FailureGroup): string =>
  lasts ? reason : `${reasonParts(reason).what} Parece resuelto.`

/** «Reenviar», «Reenviar las 41», «Reenviar todas» where not all were counted. */
export function resendLabel({ count, more }: Pick<FailureGroup, 'count' | 'more'>): string {
  if (more) return 'Reenviar todas'
  return plural(count, 'Reenviar', `Reenviar las ${formatNumber(count)}`)
}

/** Text of the dialog before it begins. */
export const resendingText = ({ count, more }: Pick<FailureGroup, 'count' | 'more'>): string =>
  `Se reenviarán ${more ? 'más de ' : ''}${quantity(count, 'alerta', 'alertas')}, de la más antigua a la más nueva. Irán al final de la cola de su chat.`

/** «41 alertas reenviadas.»; `count` is 0 if another tab resent them, or the connection was switched off. */
export const resentToast = (count: number): Pick<Toast, 'type' | 'message'> =>
  count === 0
    ? { type: 'info', message: 'Ya no queda ninguna por reenviar.' }
    : {
        type: 'success',
        message: `${quantity(count, 'alerta reenviada', 'alertas reenviadas')}.`,
      }

/** «1.000 de más de 1.000 alertas reenviadas.» */
export const partlyResentWords = (resent: number, { count, more }: FailureGroup): string =>
  `${formatNumber(resent)} de ${more ? 'más de ' : ''}${quantity(count, 'alerta reenviada', 'alertas reenviadas')}.`
