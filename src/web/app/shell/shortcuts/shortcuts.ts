import { controlKeys, type PressedControl, pressControl } from '#web/ui/key-presses.ts'
import { stepRow } from '#web/ui/row-focus.ts'
import { navigation, views } from '../navigation.ts'

type Destination = (typeof screens)[number]['to']

/** Functions of the shell that shortcuts call. */
export interface ShellActs {
  goTo: (to: Destination) => void
  find: () => void
  showShortcuts: () => void
}

export interface Shortcut {
  /**
   * Alternative keys: a character or a name of `KeyboardEvent.key`, after «mod+» with Ctrl or ⌘, after «g » following
   * G.
   */
  keys: readonly string[]
  label: string
  /** Undefined: the focused element handles the key. */
  act?: (shell: ShellActs, where: Where) => boolean | undefined
}

export interface Where {
  target: Element
  /** Open dialog that the key applies to; null: the page. */
  layer: Element | null
}

export interface ShortcutGroup {
  title: string
  /** Layer where they work; undefined: everywhere. */
  over?: 'page' | 'dialog'
  shortcuts: readonly Shortcut[]
}

const screens = [...navigation.flat(), ...views]

const pressing =
  (control: PressedControl): NonNullable<Shortcut['act']> =>
  (_shell, { layer }) =>
    pressControl(control, layer)

/** All keys: handling, the list of shortcuts and hints are derived from it. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Ir a una pantalla',
    over: 'page',
    shortcuts: screens.map(({ to, label, letter }) => ({
      keys: [`g ${letter}`],
      label,
      act: ({ goTo }) => {
        goTo(to)
        return true
      },
    })),
  },
  {
    title: 'En todas las pantallas',
    over: 'page',
    shortcuts: [
      { keys: ['mod+k'], label: 'Buscar y hacer', act: find },
      {
        keys: [controlKeys.search],
        label: 'Buscar en la pantalla',
        act: (shell, { layer }) => pressControl('search', layer) || find(shell),
      },
      { keys: [controlKeys.create], label: 'Añadir o crear', act: pressing('create') },
      {
        keys: ['?'],
        label: 'Ver los atajos',
        act: ({ showShortcuts }) => {
          showShortcuts()
          return true
        },
      },
    ],
  },
  {
    title: 'En una lista',
    over: 'page',
    shortcuts: [
      { keys: [controlKeys.next], label: 'Fila siguiente', act: () => stepRow(1) },
      { keys: [controlKeys.previous], label: 'Fila anterior', act: () => stepRow(-1) },
      { keys: ['Enter'], label: 'Abrir' },
      { keys: [controlKeys.select], label: 'Seleccionar', act: pressing('select') },
      { keys: [controlKeys.resend], label: 'Reenviar', act: pressing('resend') },
      { keys: ['ArrowLeft', 'ArrowRight'], label: 'Otras acciones de la fila' },
    ],
  },
  {
    title: 'Con una alerta abierta',
    over: 'dialog',
    shortcuts: [
      {
        keys: [controlKeys.next, 'ArrowDown', 'ArrowRight'],
        label: 'Alerta siguiente',
        act: pressing('next'),
      },
      {
        keys: [controlKeys.previous, 'ArrowUp', 'ArrowLeft'],
        label: 'Alerta anterior',
        act: pressing('previous'),
      },
      { keys: [controlKeys.resend], label: 'Reenviar', act: pressing('resend') },
      { keys: ['Escape'], label: 'Cerrar' },
    ],
  },
  {
    title: 'Al escribir',
    shortcuts: [
      { keys: ['mod+s', 'mod+Enter'], label: 'Guardar', act: (_shell, where) => save(where) },
      { keys: ['mod+b'], label: 'Negrita, en una plantilla' },
      { keys: ['mod+i'], label: 'Cursiva, en una plantilla' },
      { keys: ['mod+k'], label: 'Enlace, en una plantilla' },
    ],
  },
]

function find(shell: ShellActs): boolean {
  shell.find()
  return true
}

/** Presses the submit button of the form around the focus, else of the dialog's form. */
function save({ target, layer }: Where): boolean {
  const form = target.closest('form') ?? layer?.querySelector('form')
  const button = form?.querySelector<HTMLElement>('[type="submit"]')
  // A field may take its typed text only when it loses the focus.
  button?.focus({ preventScroll: true })
  button?.click()
  return button !== null && button !== undefined
}
