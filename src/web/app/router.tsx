import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { createRouter, useRouter } from '@tanstack/react-router'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'
import { parseQuery, writeQuery } from './addresses.ts'
import { followSession } from './follow-session.ts'
import { routes } from './routes.tsx'

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

  followSession(queryClient, router)
  // Load the screen's code while the session is being checked.
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of matched) void Promise.allSettled([router.loadRouteChunk(route)])
  return router
}

/** Shown where a screen's data or code failed to load. */
function ScreenError() {
  const router = useRouter()
  return (
    <EmptyState
      bare
      icon={IconPlugConnectedX}
      title="No se pudo cargar esta pantalla"
      action={
        <Button variant="filled" onClick={() => router.invalidate()}>
          Reintentar
        </Button>
      }
    >
      Pregonero no responde. Comprueba la conexión y vuelve a intentarlo.
    </EmptyState>
  )
}
