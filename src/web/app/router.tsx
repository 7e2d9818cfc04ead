import { modals } from '@mantine/modals'
import { hashKey, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { forgetSelectedConnection } from '#web/data/selected-connection.ts'
import { session } from '#web/data/session.ts'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'
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

  // Whatever ends the session, anywhere, leads to the sign-in screen and leaves nothing behind.
  let signedIn = false
  new QueryObserver(queryClient, { ...session, enabled: false }).subscribe(({ data }) => {
    const ended = signedIn && !data
    signedIn = Boolean(data)
    if (!ended) return
    forgetSelectedConnection()
    // The screens are gone first: they would ask anew for what is removed under them.
    void router.invalidate().then(() => {
      queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== sessionHash })
    })
  })
  return router
}

const sessionHash = hashKey(session.queryKey)
