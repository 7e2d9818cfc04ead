/** Spanish texts of alarms: the title, and the message with what to do. */
import { dateFormats, formatDuration, formatList, formatNumber, quantity } from '#shared/format.ts'
import { STOPPED_AT, WARN_AT } from '#shared/watch/limit.ts'

export type AlarmText = { title: string; message: string }

type Named = { name: string; connection_name: string }

/** Date formats by account time zone; at most 500, as each takes memory. */
const formats = new Map<string, ReturnType<typeof dateFormats>>()

function at(instant: number, timeZone: string): string {
  const known = formats.get(timeZone) ?? dateFormats(timeZone)
  if (formats.size < 500) formats.set(timeZone, known)
  return `${known.date(instant)} a las ${known.time(instant).slice(0, 5)}`
}

/** Duration of a gap: «2 días», «5 h», «45 min». */
export const gapText = (ms: number): string =>
  ms >= 2 * 86_400_000 ? `${formatNumber(Math.round(ms / 86_400_000))} días` : formatDuration(ms)

export const fallText = (
  { name, connection_name, last_fired_at }: Named & { last_fired_at: number },
  { usualGap, timeZone }: { usualGap: number | null; timeZone: string },
): AlarmText => ({
  title: `«${name}» calla`,
  message: `🔕 «${name}» (${connection_name}) no se dispara desde el ${at(last_fired_at, timeZone)}.${
    usualGap === null ? '' : ` En esas horas no suele tardar más de ${gapText(usualGap)}.`
  } Mira en TradingView si la alerta sigue activa: puede haber caducado o haberse detenido. Si todo está bien, pulsa «Era normal».`,
})

export const returnText = (
  { name, connection_name }: Named,
  { silence, firedAt, timeZone }: { silence: number; firedAt: number; timeZone: string },
): AlarmText => ({
  title: `«${name}» vuelve`,
  message: `🔔 «${name}» (${connection_name}) se disparó el ${at(firedAt, timeZone)}, tras ${gapText(silence)} de silencio.`,
})

export const limitText = ({ name, connection_name }: Named, level: 1 | 2): AlarmText =>
  level === 2
    ? {
        title: `TradingView puede haber detenido «${name}»`,
        message: `⛔ «${name}» (${connection_name}) se disparó ${STOPPED_AT} veces en 3 minutos. TradingView detiene una alerta que pasa de 15: mira en su lista de alertas si sigue activa y reiníciala. Para que no se repita, ponle «Una vez por barra» o «Una vez por cierre de barra».`,
      }
    : {
        title: `«${name}» se acerca al límite`,
        message: `⚠️ «${name}» (${connection_name}) se disparó ${WARN_AT} veces en 3 minutos. Con más de 15, TradingView la detiene. Ponle «Una vez por barra» o «Una vez por cierre de barra».`,
      }

export const heartbeatFallText = (
  { name, every_minutes, last_at }: { name: string; every_minutes: number; last_at: number | null },
  timeZone: string,
): AlarmText => ({
  title: `El latido «${name}» falta`,
  message: `💔 Faltan dos latidos seguidos de «${name}», que llega cada ${every_minutes} min${
    last_at === null ? '' : `: el último llegó el ${at(last_at, timeZone)}`
  }. Algo falla entre TradingView y Pregonero, o la alerta del latido se detuvo. Mientras falte y no llegue nada más, Vigía no avisa de cada alerta.`,
})

export const heartbeatReturnText = (name: string, silence: number): AlarmText => ({
  title: `El latido «${name}» vuelve`,
  message: `💚 «${name}» late de nuevo, tras ${gapText(silence)} sin llegar.`,
})

/** @param days until expiry; 0: today, negative: expired */
export const expiryText = (
  { name, connection_name }: { name: string; connection_name: string | null },
  days: number,
  on: string,
): AlarmText => {
  const whose = connection_name === null ? '' : ` (${connection_name})`
  const day = on.split('-').reverse().join('/')
  const when =
    days < 0
      ? 'ha caducado'
      : days === 0
        ? 'caduca hoy'
        : days === 1
          ? 'caduca mañana'
          : `caduca en ${days} días`
  const stops =
    days < 0
      ? 'dejó de dispararse el'
      : days === 0
        ? 'deja de dispararse hoy,'
        : 'dejará de dispararse el'
  return {
    title: `«${name}» ${when}`,
    message: `📅 «${name}»${whose} ${stops} ${day}. Renuévala en TradingView y después pulsa «Renovada» en el Generador.`,
  }
}

export type DaySummary = {
  alerts: number
  delivered: number
  failed: number
  /** Milliseconds of the slowest delivery, and its alert's name. */
  slowest: { ms: number; name: string } | null
  quiet: readonly string[]
  expiring: readonly string[]
}

const NAMED = 5

export const summaryText = (day: DaySummary): AlarmText => ({
  title: 'Resumen del día',
  message: [
    `📋 En 24 horas: ${quantity(day.alerts, 'alerta', 'alertas')}, ${quantity(day.delivered, 'entregada', 'entregadas')}, ${quantity(day.failed, 'fallida', 'fallidas')}.`,
    day.slowest && `La más lenta: «${day.slowest.name}», ${formatDuration(day.slowest.ms)}.`,
    day.quiet.length > 0
      ? `${quantity(day.quiet.length, 'alerta calla', 'alertas callan')}: ${formatList(day.quiet, NAMED)}.`
      : 'Ninguna alerta calla.',
    day.expiring.length > 0 && `Caducan esta semana: ${formatList(day.expiring, NAMED)}.`,
  ]
    .filter(Boolean)
    .join('\n'),
})
