import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { showError } from '#web/parts/show-error.ts'
import { keyName, shortcutOf } from './read-key.ts'
import type { ShellActs } from './shortcuts.ts'

/** How long G waits for the letter of a screen. */
const LETTER_MS = 1_500

/**
 * Listens to the keys that are no field's.
 * @param alone whether those that are pressed alone do something
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
    /** Until when the letter of a screen is awaited. */
    let awaited = 0
    /** The key that did something last, which may still be down. */
    let acted: string | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const name = keyName(event)
      if (event.defaultPrevented || event.isComposing || !name) return
      if (event.repeat && !REPEATED.includes(name)) {
        // A field that it has opened does not take its letter, nor the browser what it saves.
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

/** What may be held down. */
const REPEATED = ['j', 'k', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

/** What the target stands in, or what covers it. */
const layerOf = (target: Element): Element | null =>
  target.closest('[aria-modal="true"]') ??
  [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ??
  null
