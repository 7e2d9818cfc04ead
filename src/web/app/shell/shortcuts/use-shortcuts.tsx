import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { showError } from '#web/parts/show-error.ts'
import { keyName, shortcutOf } from './read-key.ts'
import type { ShellActs } from './shortcuts.ts'

/** Time to press a screen's letter after G. */
const LETTER_MS = 1_500

/**
 * Handles keys that no field has handled.
 * @param alone whether shortcuts of a single key are enabled
 */
export function useShortcuts(acts: Omit<ShellActs, 'showShortcuts'>, alone: boolean) {
  const [List, setList] = useState<ComponentType<{ onClose: () => void }>>()
  const showShortcuts = () =>
    void import('./shortcuts-dialog.tsx')
      .then(({ ShortcutsDialog }) => setList(() => ShortcutsDialog))
      .catch(showError)

  /** @returns whether it did something */
  const press = useEffectEvent((name: string, target: Element): boolean => {
    if (!alone && !name.startsWith('mod+')) return false
    const where = { target, layer: layerOf(target) }
    return shortcutOf(name, where)?.act?.({ ...acts, showShortcuts }, where) === true
  })

  useEffect(() => {
    /** Time until which a screen's letter is expected. */
    let awaited = 0
    /** Last key that did something, possibly still held down. */
    let acted: string | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const name = keyName(event)
      if (event.defaultPrevented || event.isComposing || !name) return
      if (event.repeat && !REPEATED.includes(name)) {
        // While held down, it must not type into the field it opened, nor trigger the browser's own action.
        if (name === acted) event.preventDefault()
        return
      }
      const isLed = event.timeStamp < awaited
      awaited = name === 'g' && !isLed ? event.timeStamp + LETTER_MS : 0
      acted = undefined
      if (!press(isLed ? `g ${name}` : name, event.target as Element)) return
      event.preventDefault()
      acted = name
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return { list: List && <List onClose={() => setList(undefined)} />, showShortcuts }
}

/** Keys that repeat while held down. */
const REPEATED = ['j', 'k', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

/** The modal dialog around the target, else the topmost one. */
const layerOf = (target: Element): Element | null =>
  target.closest('[aria-modal="true"]') ??
  [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ??
  null
