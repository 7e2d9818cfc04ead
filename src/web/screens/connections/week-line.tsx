import { formatDuration } from '#shared/format.ts'
import type { ConnectionWeek } from '#shared/model/stats.ts'
import classes from './week-line.module.css'
import { weekWords } from './words.ts'

/** Pixels. */
const WIDTH = 84
const HEIGHT = 20
/** In px; margin for a dot at the edge. */
const EDGE = 3

/** Alerts of the last seven days as a line, with a dot on days with failures, and the median delivery time. */
export function WeekLine({ week }: { week: ConnectionWeek }) {
  const { received, failed, p50Ms } = week
  const most = Math.max(1, ...received)
  const points = received.map((count, day) => ({
    x: EDGE + (day * (WIDTH - 2 * EDGE)) / Math.max(1, received.length - 1),
    y: HEIGHT - EDGE - (count * (HEIGHT - 2 * EDGE)) / most,
    hasFailures: (failed[day] ?? 0) > 0,
  }))
  const path = (some: typeof points) => some.map(({ x, y }) => `${x},${y}`).join(' ')
  const words = weekWords(week)
  return (
    <>
      <svg
        className={classes.week}
        width={WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={words}
      >
        <title>{words}</title>
        <polyline className={classes.line} points={path(points.slice(0, -1))} />
        {/* Dashed: today is not over. */}
        <polyline className={classes.line} data-open points={path(points.slice(-2))} />
        {points
          .filter(({ hasFailures }) => hasFailures)
          .map(({ x, y }) => (
            <circle key={x} className={classes.failure} cx={x} cy={y} r={2.5} />
          ))}
      </svg>
      <span className={classes.usual} title={p50Ms === null ? undefined : USUAL_TITLE}>
        {p50Ms === null ? 'sin entregas' : `mediana ${formatDuration(p50Ms)}`}
      </span>
    </>
  )
}

const USUAL_TITLE = 'La mitad de sus 20 últimas entregas tardó esto o menos.'
