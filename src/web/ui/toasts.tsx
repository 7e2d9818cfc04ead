import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect, useLayoutEffect, useState } from 'react'
import { freeTop } from './free-top.ts'
import { clearToasts, TOAST_MS } from './show-toast.tsx'
import classes from './toasts.module.css'

const FIRST_TOP = 4
/** Interval of position checks: a dialog may open below a shown toast. */
const LOOK_MS = 250

/** Toasts, one at a time at the top right, clear of dialogs' heads and buttons, and of fields. */
export function Toasts() {
  const { notifications } = useNotifications()
  const [place, setPlace] = useState(FIRST_PLACE)
  const isShown = notifications.length > 0
  useEffect(() => clearToasts, [])
  useLayoutEffect(() => {
    if (!isShown) return
    const look = () => setPlace(measuredPlace)
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [isShown])
  return (
    <Notifications
      position="top-right"
      autoClose={TOAST_MS}
      limit={1}
      containerWidth={360}
      className={classes.toasts}
      style={{ '--toast-top': `${place.top}px` }}
    />
  )
}

const HEADS = '[data-dialog-head], .mantine-Modal-header, .mantine-Drawer-header'
const FIELDS =
  '.mantine-Input-input, .mantine-Switch-track, .mantine-SegmentedControl-root, .cm-editor'
const BUTTONS = '[aria-modal="true"] button'

interface Place {
  /** Pixels from the window's top edge. */
  top: number
  /** The topmost dialog. */
  dialog: Element | null
}

const FIRST_PLACE: Place = { top: FIRST_TOP, dialog: null }

/** Returns the previous place unless something is in the way there, or a dialog has opened or closed. */
function measuredPlace(before: Place): Place {
  const toast = document.querySelector('.mantine-Notification-root')?.getBoundingClientRect()
  if (!toast) return FIRST_PLACE
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? null
  const inItsWay = (selector: string, within: ParentNode) =>
    [...within.querySelectorAll(selector)]
      .map(element => element.getBoundingClientRect())
      .filter(({ left, right, height }) => height > 0 && left < toast.right && right > toast.left)
  const keeping = [
    inItsWay(HEADS, document),
    inItsWay(FIELDS, dialog ?? document),
    inItsWay(BUTTONS, dialog ?? document),
  ]
  const from = (first: number) => freeTop(toast.height, { first, end: window.innerHeight, keeping })
  const stays = before.dialog === dialog && before.top === from(before.top)
  return stays ? before : { top: from(FIRST_TOP), dialog }
}
