import { useDrag } from '@mantine/hooks'
import { type RefCallback, type RefObject, useRef } from 'react'

/** Distance that closes the sheet, as a share of its height. */
const FAR = 0.25
/** Speed that closes the sheet, in pixels per millisecond, after at least `MEANT` pixels. */
const FAST = 0.5
const MEANT = 24

/**
 * Closes a sheet that is pulled down by its head far or fast enough; otherwise, or if it can't be closed yet, the
 * sheet moves back.
 *
 * @returns refs of sheet and head; the head must have `touch-action: none`
 */
export function usePullDown(
  onClose: () => void,
  enabled = true,
): { sheet: RefObject<HTMLDivElement | null>; head: RefCallback<HTMLDivElement> } {
  const sheet = useRef<HTMLDivElement>(null)
  const { ref: head } = useDrag<HTMLDivElement>(
    ({ movement: [, down], velocity: [, speed], last, canceled }) => {
      const { current: pulled } = sheet
      if (!pulled) return
      pulled.style.translate = last ? '' : `0 ${Math.max(0, down)}px`
      const isFar = down > pulled.offsetHeight * FAR
      if (last && !canceled && (isFar || (down > MEANT && speed > FAST))) onClose()
    },
    { axis: 'y', threshold: 4, enabled },
  )
  return { sheet, head }
}
