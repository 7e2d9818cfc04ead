import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import type { WatchedAlert } from '#shared/model/watch.ts'
import { dates } from '#web/data/local-time.ts'
import { Ago } from '#web/parts/ago.tsx'
import { expiryWords } from '#web/parts/expiry/expiry-words.ts'
import { focusMarks } from '#web/ui/row-focus.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import { SeriesMenu } from './series-menu.tsx'
import classes from './series-row.module.css'
import { WatchStateMark } from './watch-state.tsx'
import { WeeksStrip } from './weeks-strip.tsx'
import { gapWords, nextWords, paceWords, silenceWords, stripWords } from './words.ts'

interface SeriesRowProps {
  series: WatchedAlert
  /** Instant of the list, in milliseconds. */
  asOf: number
}

/** Watched alert: its state, last time, usual rhythm and next expected time. */
export const SeriesRow = memo(function SeriesRow({ series, asOf }: SeriesRowProps) {
  const { id, name, connectionName, lastFiredAt, state, strip, usualGap, limit, silenced } = series
  const next = nextWords(series, asOf, dates)
  const expiry = series.expiry && expiryWords(series.expiry.on, strip.until, dates)
  const note =
    silenceWords(silenced, asOf, dates) ??
    (limit?.level === 'stopped' ? 'Puede estar detenida' : undefined)
  return (
    <li className={classes.row} data-silenced={silenced !== null}>
      <div className={classes.state}>
        <WatchStateMark state={state} isMute={silenced !== null} />
        {note && <span className={`${classes.below} ${text.quiet}`}>{note}</span>}
      </div>
      <div className={classes.title}>
        <Link
          {...focusMarks.row}
          from="/watch"
          to="/watch"
          search={before => ({ ...before, series: id })}
          state={{ isOverList: true }}
          resetScroll={false}
          className={classes.name}
          title={name}
        >
          {name}
        </Link>
        <span className={`${classes.below} ${text.line} ${text.quiet}`} title={connectionName}>
          {connectionName}
        </span>
      </div>
      <Cell label="Última vez">
        <Ago instant={lastFiredAt} />
      </Cell>
      <Cell label="Ritmo habitual" className={classes.rhythm}>
        {paceWords(series, asOf)}
        {usualGap !== null && <Below>{`hasta ${gapWords(usualGap)} entre dos`}</Below>}
      </Cell>
      <Cell label="Próxima esperada">
        {next ? next.text : <None />}
        {next?.note && <Below>{next.note}</Below>}
      </Cell>
      <div className={classes.weeks}>
        <WeeksStrip days={strip.counts} label={stripWords(strip.counts)} />
      </div>
      <Cell label="Caduca" className={classes.expiry} isEmpty={!expiry}>
        {expiry ? (
          <>
            <span data-tone={expiry.tone}>{expiry.text}</span>
            <Below>{expiry.note}</Below>
          </>
        ) : (
          <None />
        )}
      </Cell>
      <div className={classes.menu}>
        <SeriesMenu series={series} />
      </div>
    </li>
  )
})

interface CellProps {
  /** Name of the column, for the layout without columns. */
  label: string
  className?: string | undefined
  /** Unknown value, which takes no space in the stacked layout. */
  isEmpty?: boolean
  children: ReactNode
}

export const Cell = ({ label, className = '', isEmpty = false, children }: CellProps) => (
  <div className={`${classes.cell} ${className}`} data-empty={isEmpty || undefined}>
    <span className={classes.label}>{label}</span>
    {children}
  </div>
)

export const Below = ({ children }: { children: string }) => (
  <span className={`${classes.below} ${text.quiet}`}>{children}</span>
)

export const None = () => <span className={text.quiet}>—</span>

/** Column names above the rows, hidden from screen readers: each cell has its own label. */
export const SeriesHead = () => (
  <div className={classes.head} aria-hidden="true">
    <span>Estado</span>
    <span>Alerta</span>
    <span>Última vez</span>
    <span className={classes.rhythm}>Ritmo habitual</span>
    <span>Próxima esperada</span>
    <span className={classes.weeks}>Últimas 4 semanas</span>
    <span className={classes.expiry}>Caduca</span>
    <span />
  </div>
)

/** Placeholder in the shape of a row. */
export const SeriesRowSkeleton = () => (
  <li className={classes.row} aria-hidden="true">
    <Skeleton className={classes.state} height={12} width={64} />
    <div className={classes.title}>
      <Skeleton height={12} my={4} width="60%" />
      <Skeleton height={8} my={4} width="40%" />
    </div>
    <Skeleton height={12} width={72} />
    <Skeleton className={classes.rhythm} height={12} width={88} />
    <Skeleton height={12} width={88} />
    <Skeleton className={classes.weeks} height={20} />
  </li>
)
