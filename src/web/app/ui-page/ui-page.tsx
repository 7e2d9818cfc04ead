import { Switch } from '@mantine/core'
import { Page } from '#web/ui/page.tsx'
import { useDarkMode } from '#web/ui/use-dark-mode.ts'
import { Bubbles } from './bubbles.tsx'
import { Cards } from './cards.tsx'
import { Controls } from './controls.tsx'
import { Dialogs } from './dialogs.tsx'
import { Messages } from './messages.tsx'

/** Gallery of the components of `web/ui` in their states, and of the message bubble, for development. */
export function UiPage() {
  const [isDark, setDark] = useDarkMode()
  return (
    <Page
      title="Piezas de la interfaz"
      aside="src/web/ui"
      titleOnPhone
      action={
        <Switch
          label="Modo oscuro"
          checked={isDark}
          onChange={event => setDark(event.currentTarget.checked)}
        />
      }
    >
      <Controls />
      <Messages />
      <Bubbles />
      <Cards />
      <Dialogs />
    </Page>
  )
}
