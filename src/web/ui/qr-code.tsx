import { encodeQR } from 'qr'
import { useMemo } from 'react'
import classes from './qr-code.module.css'

interface QrCodeProps {
  /** Encoded text. */
  value: string
  /** Text alternative, for screen readers. */
  label: string
}

/** Dark on light in both themes: many cameras can't read inverted codes. */
export function QrCode({ value, label }: QrCodeProps) {
  const { size, path } = useMemo(() => drawn(value), [value])
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}

/** The dark modules, each run of a row as one rectangle, within the required margin. */
function drawn(value: string): { size: number; path: string } {
  const rows = encodeQR(value, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const path = rows.flatMap((row, y) =>
    runsOf(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`),
  )
  return { size: rows.length, path: path.join('') }
}

/** Margin in modules, by the standard. */
const QUIET_ZONE = 4

function runsOf(row: readonly boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last && last.from + last.length === x) last.length += 1
    else runs.push({ from: x, length: 1 })
  })
  return runs
}
