import { createContext, use } from 'react'
import { focusedRow, rowOf } from './row-focus.ts'

/** The key that presses each control which bears its name. */
export const controlKeys = {
  search: '/',
  create: 'n',
  select: 'x',
  resend: 'r',
  next: 'j',
  previous: 'k',
} as const

export type PressedControl = keyof typeof controlKeys

/** Whether keys that are pressed alone do something. */
export const KeysAlone = createContext(false)

/** What makes a control the one that its key presses. */
export function usePressedBy(control: PressedControl) {
  const isOn = use(KeysAlone)
  return {
    'data-pressed-by': control,
    ...(isOn && { 'aria-keyshortcuts': controlKeys[control].toUpperCase() }),
  }
}

/** What a control is called where it is shown with its key. */
export function useKeyHint(label: string, control: PressedControl): string {
  return use(KeysAlone) ? `${label} (${controlKeys[control].toUpperCase()})` : label
}

/**
 * Presses the control of that name, or gives it the focus if it is a field: of those within a row, that
 * of the row that has the focus.
 *
 * @param layer an open dialog; null: the page
 * @returns whether there is one
 */
export function pressControl(name: PressedControl, layer: Element | null): boolean {
  const row = focusedRow()
  const control = [
    ...(layer ?? document).querySelectorAll<HTMLElement>(`[data-pressed-by="${name}"]`),
  ].find(one => {
    const around = layer ? null : rowOf(one)
    return (!around || around === row) && one.checkVisibility() && !one.matches(':disabled')
  })
  if (control instanceof HTMLInputElement && control.type !== 'checkbox') control.select()
  else control?.click()
  return control !== undefined
}
