/**
 * Where the focus goes when what was pressed has gone with the thing that it deleted: to the button of
 * the same name that is in its place now, or the nearest one, else to the dialog around it, else to the
 * page's heading.
 *
 * @returns gives the focus, unless something has it once the page shows what has changed
 */
export function rememberFocus(): () => void {
  const pressed = document.activeElement
  const dialog = pressed?.closest<HTMLElement>('[role="dialog"]')
  const { pathname } = location
  const place = pressed instanceof HTMLElement ? alike(pressed).indexOf(pressed) : -1
  const restore = () => {
    const hasFocus = document.activeElement !== document.body
    if (hasFocus || pressed?.isConnected) return
    // What is behind an open dialog is out of reach.
    if (dialog?.isConnected) return dialog.focus()
    const others = location.pathname === pathname && place >= 0 ? alike(pressed) : []
    const heading = document.querySelector<HTMLElement>('main h1')
    const [target] = others.slice(Math.min(place, others.length - 1))
    ;(target ?? heading)?.focus()
    // A phone's page may show no heading.
    if (document.activeElement === document.body) document.querySelector('main')?.focus()
  }
  return () => void requestAnimationFrame(() => setTimeout(restore))
}

const alike = (pressed: Element | null): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main button')].filter(
    button => nameOf(button) === nameOf(pressed),
  )

const nameOf = (button: Element | null): string | null | undefined =>
  button?.getAttribute('aria-label') ?? button?.textContent
