import '../content-policy.ts'
import { Switch } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { makeQueryClient } from '#web/data/query-client.ts'
import { Page } from '#web/ui/page.tsx'
import { useDarkMode } from '#web/ui/use-dark-mode.ts'
import { Providers } from '../providers.tsx'
import { Cards } from './cards.tsx'
import { Controls } from './controls.tsx'
import { Dialogs } from './dialogs.tsx'
import { Messages } from './messages.tsx'

/** The pieces of `web/ui` in their states, to look at while one works on them. */
function UiPage() {
  const [isDark, setDark] = useDarkMode()
  return (
    <Page
      title="Piezas de la interfaz"
      aside="src/web/ui"
      width="rows"
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
      <Cards />
      <Dialogs />
    </Page>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('Could not find root element to mount to')

// Links and questions before leaving need a router; this one leads nowhere.
const router = createRouter({
  routeTree: createRootRoute({ component: UiPage, notFoundComponent: UiPage }),
  history: createMemoryHistory(),
})

createRoot(root).render(
  <Providers queryClient={makeQueryClient()}>
    <RouterProvider router={router} />
  </Providers>,
)
