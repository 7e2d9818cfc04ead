import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { formatNumber, quantity } from '#shared/format.ts'
import type { Advice } from '#shared/reconciliation/patterns.ts'
import type { Verdict } from '#shared/reconciliation/verdicts.ts'
import { dates, dayOf, localTimeZone } from '#web/data/local-time.ts'
import { DayStrip, gapsWords } from './day-strip.tsx'
import type { ReportDay } from './days.ts'
import { attention, findRows, type ReportRow } from './report.ts'
import classes from './report-print.module.css'
import { instantWords, keptReason, verdictLine, verdictWords } from './words.ts'

interface ReportPrintProps {
  fileName: string
  counts: Record<Verdict, number>
  rows: readonly ReportRow[]
  days: readonly ReportDay[]
  /** Recommended changes. */
  advice: readonly Advice[]
}

/** Sheet printed in place of the screen, however printing was started: on white, without controls. */
export function ReportPrint(props: ReportPrintProps) {
  const isPrinting = useIsPrinting()
  return isPrinting && createPortal(<Sheet {...props} />, document.body)
}

const MOST_DAYS = 6
const MOST_GAPS = 12
const MOST_ROWS = 1_000

function Sheet({ fileName, counts, rows, days, advice }: ReportPrintProps) {
  const notable = findRows(rows, {}, 'attention').filter(({ verdict }) => verdict !== 'delivered')
  const shown = notable.slice(0, MOST_ROWS)
  const withGaps = days.filter(({ missing }) => missing > 0).slice(0, MOST_DAYS)
  return (
    <article className={classes.sheet}>
      <header>
        <h1>Conciliación con TradingView</h1>
        <p>
          {[fileName, ...periodOf(rows)].join(' · ')} · hecha el {dates.longDate(Date.now())} a las{' '}
          {dates.shortTime(Date.now())} · horas de {localTimeZone()}
        </p>
      </header>
      <p className={classes.verdict}>{verdictLine(counts)}</p>
      <dl className={classes.counts}>
        {attention.map(verdict => (
          <div key={verdict}>
            <dt>{verdictWords[verdict].long}</dt>
            <dd>{formatNumber(counts[verdict])}</dd>
          </div>
        ))}
      </dl>
      {advice.length > 0 && (
        <section>
          <h2>Qué cambiar</h2>
          <ul>
            {advice.map(one => (
              <li key={one.title}>
                <b>{one.title}.</b> {one.advice}
              </li>
            ))}
          </ul>
        </section>
      )}
      {withGaps.length > 0 && (
        <section>
          <h2>Días con huecos</h2>
          {withGaps.map(day => (
            <div key={day.day} className={classes.day}>
              <h3>
                {dates.fullDate(day.start)}: {quantity(day.missing, 'alerta', 'alertas')} que no{' '}
                {day.missing === 1 ? 'llegó' : 'llegaron'}
              </h3>
              <DayStrip
                day={day}
                rows={rows.filter(({ at }) => at !== null && dayOf(at) === day.day)}
                pieces={PIECES}
              />
              <p>{gapsWords(day.gaps, MOST_GAPS)}</p>
            </div>
          ))}
        </section>
      )}
      {shown.length > 0 && (
        <section>
          <h2>Todo lo que no es «Entregada»</h2>
          <table>
            <thead>
              <tr>
                <th>Veredicto</th>
                <th>Fecha y hora</th>
                <th>Alerta</th>
                <th>Conexión</th>
                <th>Lo que pasó</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(row => (
                <tr key={row.key}>
                  <td>{verdictWords[row.verdict].short}</td>
                  <td>{instantWords(row.at)}</td>
                  <td>
                    {row.name}
                    {row.symbol && ` · ${row.symbol}`}
                  </td>
                  <td>{row.connectionName}</td>
                  <td>{keptReason(row)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {shown.length < notable.length && (
            <p>
              Y {quantity(notable.length - shown.length, 'fila', 'filas')} más, que están en el CSV.
            </p>
          )}
        </section>
      )}
    </article>
  )
}

/** Ten minutes a piece. */
const PIECES = 144

/** Days of the first and last row; empty if no time of the log can be read. */
function periodOf(rows: readonly ReportRow[]): string[] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { at } of rows) {
    if (at === null) continue
    first = Math.min(first, at)
    last = Math.max(last, at)
  }
  if (first > last) return []
  const [from, to] = [dates.date(first), dates.date(last)]
  return [from === to ? from : `${from} a ${to}`]
}

/** True while the browser prints; meanwhile the page has the light scheme, because paper is white. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const page = document.documentElement
    let scheme: string | undefined
    const begin = () => {
      scheme = page.dataset.mantineColorScheme
      page.dataset.mantineColorScheme = 'light'
      flushSync(() => setPrinting(true))
    }
    const end = () => {
      page.dataset.mantineColorScheme = scheme
      setPrinting(false)
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
