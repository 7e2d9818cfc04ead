import { Card } from '@mantine/core'
import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useRowFocus } from '#web/ui/row-focus.ts'
import type { ReportRow } from './report.ts'
import { columns, ReportEntry, ReportLine } from './report-line.tsx'
import classes from './report-table.module.css'

interface ReportTableProps {
  rows: readonly ReportRow[]
  phone: boolean
  onOpen: (row: ReportRow) => void
}

const HEIGHT = 48
const PHONE_HEIGHT = 84
/** Rows drawn beyond the viewport, so that keys can reach them. */
const BEYOND = 12
/** In px; space for the bar at the top when scrolling to a row. */
const BELOW_BAR = 72

/** Any number of rows; draws only the visible ones, their neighbours, and the one with the focus. */
export function ReportTable({ rows, phone, onOpen }: ReportTableProps) {
  const whole = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (whole.current) setTop(whole.current.getBoundingClientRect().top + window.scrollY)
  })
  const height = phone ? PHONE_HEIGHT : HEIGHT
  const focused = useRef<number>(undefined)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: BEYOND,
    scrollMargin: top,
    scrollPaddingStart: BELOW_BAR,
    rangeExtractor: useCallback((range: Range) => drawnOf(range, focused.current), []),
  })
  const { onFocus, onBlur, onKeyDown } = useRowFocus()
  const listeners = {
    onFocus: (event: FocusEvent) => {
      const row = event.target.closest<HTMLElement>('[data-index]')
      focused.current = row ? Number(row.dataset.index) : undefined
      onFocus(event)
    },
    onBlur: (event: FocusEvent) => {
      focused.current = undefined
      onBlur(event)
    },
    onKeyDown,
  }
  const drawn = virtual.getVirtualItems().map(({ index, start }) => ({
    row: rows[index] as ReportRow,
    index,
    style: { height, transform: `translateY(${start - top}px)` },
  }))
  const size = { height: virtual.getTotalSize() }

  if (phone) {
    return (
      <ul
        ref={whole as RefObject<HTMLUListElement>}
        className={classes.list}
        style={size}
        aria-label="Filas del informe"
        {...listeners}
      >
        {drawn.map(({ row, index, style }) => (
          <li
            key={row.key}
            data-index={index}
            className={classes.entry}
            style={style}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            <ReportEntry row={row} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Card padding={0}>
      <table
        className={classes.table}
        aria-label="Filas del informe"
        aria-rowcount={rows.length + 1}
        {...listeners}
      >
        <thead className={classes.head}>
          <tr className={classes.columns} aria-rowindex={1}>
            {columns.map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          ref={whole as RefObject<HTMLTableSectionElement>}
          className={classes.body}
          style={size}
        >
          {drawn.map(({ row, index, style }) => (
            <tr
              key={row.key}
              data-index={index}
              className={`${classes.columns} ${classes.row}`}
              style={style}
              aria-rowindex={index + 2}
              onClick={() => getSelection()?.isCollapsed !== false && onOpen(row)}
            >
              <ReportLine row={row} onOpen={onOpen} />
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** Indexes of a range with its neighbours, plus the index `one` if it is not among them. */
function drawnOf({ startIndex, endIndex, overscan, count }: Range, one: number | undefined) {
  const first = Math.max(0, startIndex - overscan)
  const last = Math.min(count - 1, endIndex + overscan)
  const indexes = Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
  if (one === undefined || one >= count || (one >= first && one <= last)) return indexes
  return one < first ? [one, ...indexes] : [...indexes, one]
}
