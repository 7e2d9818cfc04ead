import { modals } from '@mantine/modals'
import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'
import { followSession } from './follow-session.ts'
import { parseQuery, writeQuery } from './query-string.ts'
import { routes } from './routes.ts'
import { ScreenError } from './screen-error.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

export function makeRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: routes,
    context: { queryClient },
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <LoaderScreen within text="Cargando tus datos..." />,
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
  })

  // What is asked belongs to what is shown; other filters of it do not change that.
  router.subscribe('onBeforeNavigate', ({ pathChanged, hashChanged }) => {
    if (pathChanged || hashChanged) modals.closeAll()
  })

  followSession(queryClient, router)
  return router
}
