import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect, useLayoutEffect, useState } from 'react'
import { freeTop } from './free-top.ts'
import { clearToasts, TOAST_MS } from './show-toast.tsx'
import classes from './toasts.module.css'

const FIRST_TOP = 4
/** A dialog may open below a toast that stands. */
const LOOK_MS = 250

/** Where toasts appear: one at a time at the top right, over no dialog's head and buttons and no field. */
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
  /** In pixels from the window's edge. */
  top: number
  /** The uppermost one. */
  dialog: Element | null
}

const FIRST_PLACE: Place = { top: FIRST_TOP, dialog: null }

/** The same as before as long as nothing comes into its way there, and no dialog opens or closes. */
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
