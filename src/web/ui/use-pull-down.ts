import { useDrag } from '@mantine/hooks'
import { type RefCallback, type RefObject, useRef } from 'react'

/** As a share of the sheet's height. */
const FAR = 0.25
/** Pixels in a millisecond, after so many pixels. */
const FAST = 0.5
const MEANT = 24

/**
 * A sheet that a finger pulls down by its head closes; one that was not pulled far or fast enough goes
 * back, as one that can't be closed yet does.
 *
 * @returns what sheet and head need; the head is to have `touch-action: none`
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
