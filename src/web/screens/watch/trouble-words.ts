import type { dateFormats } from '#shared/format.ts'
import type { WatchedAlert } from '#shared/model/watch.ts'
import { gapWords, momentWords } from './words.ts'

type Dates = ReturnType<typeof dateFormats>

interface Trouble {
  what: string
  remedy: string
  hasFailed?: boolean
}

/** Problem of an alert, and its remedy; undefined without a problem. */
export function troubleWords(
  { state, lastFiredAt, usualGap, alarmAt, limit, expiry, silenced }: WatchedAlert,
  now: number,
  dates: Dates,
): Trouble | undefined {
  const last = `La última llegó ${momentWords(lastFiredAt, now, dates)}`
  const usual =
    usualGap === null ? '' : `, y en horas como estas casi nunca tarda más de ${gapWords(usualGap)}`
  const unheard = silenced ? ' Está silenciada: no avisa.' : ''
  switch (state) {
    case 'quiet':
      return {
        hasFailed: true,
        what: 'Tendría que haber llegado.',
        remedy: `${last}${usual}. Mira en TradingView si sigue activa; si no tocaba, dilo.${unheard}`,
      }
    case 'late':
      return {
        what: 'Va tarde.',
        remedy: `${last}${usual}.${alarmAt ? ` Si no llega, se da por callada ${momentWords(alarmAt, now, dates)}.` : ''}${unheard}`,
      }
    case 'expired':
      return {
        hasFailed: true,
        what: `Caducó el ${expiry ? dates.dayOfMonth(`${expiry.on}T12:00:00`) : 'día que escribiste'}.`,
        remedy: 'En TradingView ya no se dispara. Renuévala allí y anótalo aquí.',
      }
    case 'near-limit':
      return limit?.level === 'stopped'
        ? {
            hasFailed: true,
            what: 'TradingView puede haberla detenido.',
            remedy: `Pasó de 15 veces en 3 minutos (${momentWords(limit.at, now, dates)}). Mira en su lista de alertas si está detenida y reactívala.`,
          }
        : {
            what: 'Está cerca del límite de TradingView.',
            remedy:
              'Se disparó 12 veces o más en 3 minutos; si pasan de 15, TradingView la detiene. Usa «Una vez por cierre de barra» o un intervalo mayor.',
          }
    case 'off':
      return {
        what: 'Su conexión está inactiva.',
        remedy: 'Mientras lo esté, no se la juzga. Actívala en Conexiones.',
      }
    case 'unknown':
      return {
        what: 'Aún no se la juzga.',
        remedy:
          'Hace falta verla llegar unas cuantas veces, al menos durante dos semanas, para saber su ritmo.',
      }
    case 'alive':
      return undefined
    default:
      // A newer server may send other states.
      state satisfies never
      return undefined
  }
}
