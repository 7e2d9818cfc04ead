/** Control pressed before a dialog opened, and its position. */
interface Origin {
  pressed: Element
  dialog: HTMLElement | null
  /** The page's card around it. */
  section: HTMLElement | null
  /** Index among the buttons of the same name in the section, or on the page without one; -1: no button. */
  place: number
  pathname: string
}

/** Control that opened the first in a chain of dialogs. */
let first: Origin | undefined

/**
 * Remembers the focused control, which may disappear with the item it deletes or with the previous dialog. The focus
 * then goes to the open dialog around it; without one, to the control that opened the first dialog, else to the button
 * of the same name in its place, or the last one, else to the first control of its card, else to the page's heading.
 *
 * @returns function that restores the focus, unless another element has it once the page shows the change
 */
export function rememberFocus(): () => void {
  const origin = originOf(document.activeElement ?? document.body)
  if (!origin.dialog && origin.pressed !== document.body) first = origin
  const restore = () => {
    if (document.activeElement === document.body) giveFocus(origin)
    else if (document.activeElement !== origin.pressed) return
    whenLost(restore)
  }
  return () => void requestAnimationFrame(() => setTimeout(restore))
}

function giveFocus({ pressed, dialog }: Origin): void {
  // Controls behind an open dialog are out of reach.
  if (dialog?.isConnected) {
    if (!pressed.isConnected) dialog.focus()
    return
  }
  const target = first?.pathname === location.pathname ? inPlaceOf(first) : undefined
  ;(target ?? document.querySelector<HTMLElement>('main h1'))?.focus()
  // A phone's page may show no heading.
  if (document.activeElement === document.body) document.querySelector('main')?.focus()
}

/** Calls back if the focused element is removed, such as a row that disappears after the dialog. */
function whenLost(onLost: () => void): void {
  const focused = document.activeElement
  if (!focused || focused === document.body) return
  const observer = new MutationObserver(() => {
    if (document.activeElement === focused) return
    observer.disconnect()
    if (!focused.isConnected) onLost()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

function originOf(pressed: Element): Origin {
  const section = pressed.closest<HTMLElement>('section')
  const buttons: Element[] = alike(pressed, section)
  return {
    pressed,
    dialog: pressed.closest<HTMLElement>('[role="dialog"]'),
    section,
    place: buttons.indexOf(pressed),
    pathname: location.pathname,
  }
}

function inPlaceOf({ pressed, section, place }: Origin): HTMLElement | undefined {
  if (pressed instanceof HTMLElement && pressed.isConnected) return pressed
  const around = section?.isConnected ? section : null
  const others = place >= 0 ? alike(pressed, around) : []
  const [nearest] = others.slice(Math.min(place, others.length - 1))
  return nearest ?? around?.querySelector<HTMLElement>(CONTROL) ?? undefined
}

const CONTROL = 'button:not(:disabled), a[href], [tabindex="-1"]'

const alike = (pressed: Element, section: Element | null): HTMLElement[] =>
  [
    ...(section ?? document).querySelectorAll<HTMLElement>(section ? 'button' : 'main button'),
  ].filter(button => nameOf(button) === nameOf(pressed))

const nameOf = (button: Element): string | null =>
  button.getAttribute('aria-label') ?? button.textContent
