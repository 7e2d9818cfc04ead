import { createContext, use } from 'react'
import { focusedRow, rowOf } from './row-focus.ts'

/** Key that presses each named control. */
export const controlKeys = {
  search: '/',
  create: 'n',
  select: 'x',
  resend: 'r',
  next: 'j',
  previous: 'k',
} as const

export type PressedControl = keyof typeof controlKeys

/** True if shortcuts of a single key are enabled. */
export const KeysAlone = createContext(false)

/** Attributes that let its key press a control. */
export function usePressedBy(control: PressedControl) {
  const isOn = use(KeysAlone)
  return {
    'data-pressed-by': control,
    ...(isOn && { 'aria-keyshortcuts': controlKeys[control].toUpperCase() }),
  }
}

/** Label of a control with its key, if keys are enabled. */
export function useKeyHint(label: string, control: PressedControl): string {
  return use(KeysAlone) ? `${label} (${controlKeys[control].toUpperCase()})` : label
}

/**
 * Presses the visible, enabled control of that name, or focuses it if it is a field. On the page, a control within a
 * row counts only if its row has the focus.
 *
 * @param layer an open dialog; null: the page
 * @returns true if there is such a control
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
