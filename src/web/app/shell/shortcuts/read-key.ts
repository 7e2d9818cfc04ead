import { type Shortcut, shortcutGroups, type Where } from './shortcuts.ts'

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'getModifierState'
>

/** Name of a key in the notation of shortcuts; undefined if another modifier changes its meaning. */
export function keyName(event: Pressed): string | undefined {
  const { key, altKey, shiftKey } = event
  const mod = event.ctrlKey || event.metaKey
  if (altKey || event.getModifierState('AltGraph')) return undefined
  // Shift types another character or selects text; with Ctrl it belongs to the browser.
  if (shiftKey && (mod || key.length > 1 || key.toLowerCase() !== key.toUpperCase()))
    return undefined
  return `${mod ? 'mod+' : ''}${key.length === 1 ? key.toLowerCase() : key}`
}

/** Shortcut with a key of that name that applies to the focused element and the layer. */
export function shortcutOf(name: string, { target, layer }: Where): Shortcut | undefined {
  const isAlone = !name.startsWith('mod+')
  if (isAlone && isWriting(target)) return undefined
  // The focused control may use the arrow keys itself.
  if (name.startsWith('Arrow') && movesByArrows(target)) return undefined
  return shortcutGroups
    .filter(({ over }) => over === undefined || over === (layer ? 'dialog' : 'page'))
    .flatMap(({ shortcuts }) => shortcuts)
    .find(({ keys, act }) => act && keys.includes(name))
}

/** True in a field, or in a menu, list or non-modal dialog over the page. */
const isWriting = (target: Element): boolean =>
  target.closest(
    'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="combobox"], [role="dialog"]:not([aria-modal="true"])',
  ) !== null

const movesByArrows = (target: Element): boolean =>
  target.closest('[role="radiogroup"], [role="tablist"], [role="toolbar"], [type="radio"]') !==
    null || target.scrollHeight > target.clientHeight
