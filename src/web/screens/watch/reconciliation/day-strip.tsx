import { formatNumber, quantity } from '#shared/format.ts'
import { dates } from '#web/data/local-time.ts'
import classes from './day-strip.module.css'
import { type Gap, type Piece, piecesOf, type ReportDay } from './days.ts'
import type { ReportRow } from './report.ts'

interface DayStripProps {
  day: ReportDay
  /** Rows of that day. */
  rows: readonly ReportRow[]
  /** Number of equal pieces into which the day is divided. */
  pieces: number
}

const HALF = 44

/** A day on both sides: above the alerts that TradingView fired, below the arrivals, with gaps in red. */
export function DayStrip({ day, rows, pieces }: DayStripProps) {
  const drawn = piecesOf(day, rows, pieces)
  const most = Math.max(1, ...drawn.map(({ fired, arrived }) => Math.max(fired, arrived)))
  const long = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HALF))
  return (
    <figure className={classes.strip}>
      <div className={classes.sides} aria-hidden="true">
        <span>TradingView</span>
        <span>Pregonero</span>
      </div>
      <svg
        className={classes.drawing}
        viewBox={`0 0 ${pieces} ${2 * HALF}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={stripWords(day)}
      >
        {day.gaps.map(gap => (
          <rect
            key={gap.from}
            className={classes.gap}
            {...bandOf(gap, day, pieces)}
            y={0}
            height={2 * HALF}
          />
        ))}
        {drawn.map(piece => (
          <Bars key={piece.place} piece={piece} long={long} />
        ))}
        <line className={classes.middle} x2={pieces} y1={HALF} y2={HALF} />
      </svg>
      <div className={classes.hours} aria-hidden="true">
        {hoursOf(day).map(({ at, share }) => (
          <span key={at} style={{ insetInlineStart: `${100 * share}%` }}>
            {dates.shortTime(at)}
          </span>
        ))}
      </div>
    </figure>
  )
}

function Bars({ piece, long }: { piece: Piece; long: (count: number) => number }) {
  const { place: x, fired, arrived, lost } = piece
  if (fired + arrived === 0) return null
  const lostLong = long(lost)
  const kept = Math.max(0, long(fired) - lostLong)
  const width = 0.8
  return (
    <>
      {kept > 0 && (
        <rect className={classes.fired} x={x + 0.1} y={HALF - kept} width={width} height={kept} />
      )}
      {lost > 0 && (
        <rect
          className={classes.lost}
          x={x + 0.1}
          y={HALF - kept - lostLong}
          width={width}
          height={lostLong}
        />
      )}
      {arrived > 0 && (
        <rect
          className={classes.arrived}
          x={x + 0.1}
          y={HALF}
          width={width}
          height={long(arrived)}
        />
      )}
    </>
  )
}

/** Band of a gap, at least one piece wide so that it is visible. */
function bandOf({ from, to }: Gap, { start, end }: ReportDay, pieces: number) {
  const at = (instant: number) => ((instant - start) / (end - start)) * pieces
  const first = Math.floor(at(from))
  return { x: first, width: Math.max(1, Math.ceil(at(to)) - first) }
}

const HOURS_APART = 6

function hoursOf({ start, end }: ReportDay) {
  const hours = Array.from({ length: 24 / HOURS_APART }, (_, nth) => {
    const date = new Date(start)
    const at = date.setHours(nth * HOURS_APART)
    return { at, share: (at - start) / (end - start) }
  })
  return hours
}

/** Label for screen readers. */
const stripWords = ({ start, fired, arrived, missing }: ReportDay): string =>
  `${dates.longDate(start)}: TradingView disparó ${formatNumber(fired)}, llegaron ${formatNumber(arrived)}, ${
    missing === 0
      ? 'no falta ninguna'
      : `${missing === 1 ? 'falta' : 'faltan'} ${formatNumber(missing)}`
  }`

/** The first gaps, and the number of further ones: «09:12:07 a 09:41:00 · 7 alertas; …». */
export function gapsWords(gaps: readonly Gap[], most: number): string {
  const rest = gaps.length - most
  const told = gaps.slice(0, most).map(gapWords).join('; ')
  return rest > 0 ? `${told} y ${formatNumber(rest)} más` : told
}

/** «09:12:07 a 09:41:00 · 7 alertas» */
const gapWords = ({ from, to, count }: Gap): string =>
  `${dates.time(from)}${to - from < 1_000 ? '' : ` a ${dates.time(to)}`} · ${quantity(count, 'alerta', 'alertas')}`
