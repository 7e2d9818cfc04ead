import { type Shortcut, shortcutGroups, type Where } from './shortcuts.ts'

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'getModifierState'
>

/** A key as shortcuts are written; undefined where another modifier makes it something else. */
export function keyName(event: Pressed): string | undefined {
  const { key, altKey, shiftKey } = event
  const mod = event.ctrlKey || event.metaKey
  if (altKey || event.getModifierState('AltGraph')) return undefined
  // With Shift it is another character, or a way to mark text; with Ctrl it is the browser's.
  if (shiftKey && (mod || key.length > 1 || key.toLowerCase() !== key.toUpperCase()))
    return undefined
  return `${mod ? 'mod+' : ''}${key.length === 1 ? key.toLowerCase() : key}`
}

/** The shortcut of that name which works there. */
export function shortcutOf(name: string, { target, layer }: Where): Shortcut | undefined {
  const isAlone = !name.startsWith('mod+')
  if (isAlone && isWriting(target)) return undefined
  // What has the focus may move by arrows itself.
  if (name.startsWith('Arrow') && movesByArrows(target)) return undefined
  return shortcutGroups
    .filter(({ over }) => over === undefined || over === (layer ? 'dialog' : 'page'))
    .flatMap(({ shortcuts }) => shortcuts)
    .find(({ keys, act }) => act && keys.includes(name))
}

/** In a field, or in what opens over the page beside it. */
const isWriting = (target: Element): boolean =>
  target.closest(
    'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="combobox"], [role="dialog"]:not([aria-modal="true"])',
  ) !== null

const movesByArrows = (target: Element): boolean =>
  target.closest('[role="radiogroup"], [role="tablist"], [role="toolbar"], [type="radio"]') !==
    null || target.scrollHeight > target.clientHeight
