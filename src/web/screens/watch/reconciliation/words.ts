import { formatList, formatNumber, plural, quantity } from '#shared/format.ts'
import type { ReportSort } from '#shared/list-choices.ts'
import type { Verdict } from '#shared/reconciliation/verdicts.ts'
import { dates } from '#web/data/local-time.ts'
import type { ReportRow } from './report.ts'

interface VerdictWords {
  /** For a row. */
  short: string
  /** For a sentence about one alert. */
  long: string
  /** Where to look, or why no action is needed. */
  advice: string
}

export const verdictWords: Record<Verdict, VerdictWords> = {
  lost: {
    short: 'Nunca llegó',
    long: 'TradingView la disparó y nunca llegó',
    advice:
      'Mira si a esa hora la máquina estaba encendida y con Internet, si el proxy contesta en menos de 3\u00a0s y si la alerta tiene la dirección de webhook de ahora.',
  },
  undelivered: {
    short: 'Llegó, no se entregó',
    long: 'Llegó, pero no se entregó en Telegram',
    advice: 'Puedes reenviarla; si vuelve a fallar, la alerta dice qué hay que cambiar.',
  },
  'failed-but-here': {
    short: 'Fallida allí, está aquí',
    long: 'TradingView la dio por fallida y la tenemos',
    advice:
      'No falta nada: llegó, pero TradingView no oyó la respuesta en 3\u00a0s. Si pasa a menudo, el camino hasta aquí es lento.',
  },
  unlisted: {
    short: 'No está en su registro',
    long: 'Llegó y no está en el registro de TradingView',
    advice:
      'Suele venir de otra cuenta de TradingView, de una prueba o de algo anterior a lo que su registro guarda.',
  },
  unknown: {
    short: 'No se puede saber',
    long: 'No se puede saber',
    advice: 'Ya no está en el historial, o no era para este webhook.',
  },
  delivered: {
    short: 'Entregada',
    long: 'Entregada',
    advice: 'Llegó y está en su chat.',
  },
}

export const sortWords: Record<ReportSort, string> = {
  attention: 'Primero lo que falta',
  newest: 'Más recientes',
  oldest: 'Más antiguas',
}

export const rowCount = (shown: number, all: number): string =>
  shown < all
    ? `${formatNumber(shown)} de ${quantity(all, 'fila', 'filas')}`
    : quantity(all, 'fila', 'filas')

/** The report in one sentence. */
export function verdictLine(counts: Record<Verdict, number>): string {
  const { lost, undelivered, unknown } = counts
  if (lost === 0 && undelivered === 0)
    return unknown === 0
      ? 'No falta ninguna: todo lo que TradingView envió llegó y se entregó.'
      : `No consta que falte ninguna; de ${quantity(unknown, 'alerta', 'alertas')} no se puede saber.`
  const parts = [
    lost > 0
      ? `${quantity(lost, 'alerta', 'alertas')} nunca ${plural(lost, 'llegó', 'llegaron')}`
      : '',
    undelivered > 0
      ? `${formatNumber(undelivered)} ${plural(undelivered, 'llegó y no se entregó', 'llegaron y no se entregaron')}`
      : '',
  ]
  return `${formatList(parts.filter(Boolean))}.`
}

/** «19/11/2026 16:42:07» */
export const instantWords = (at: number | null): string =>
  at === null ? 'sin hora' : `${dates.date(at)} ${dates.time(at)}`

/** Reason in files and on paper: mentions a resend, whose outcome is known only on the screen. */
export const keptReason = ({ reason, isResent }: Pick<ReportRow, 'reason' | 'isResent'>): string =>
  isResent ? `${reason} Reenviada.`.trim() : reason
