import { type QueryClient, useQuery } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
  stripSearchParams,
} from '@tanstack/react-router'
import { api } from '#web/data/client.ts'
import { restoreSelectedConnection } from '#web/data/selected-connection.ts'
import { session, signedInQuery } from '#web/data/session.ts'
import { LoginScreen } from '#web/screens/login/login-screen.tsx'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'
import {
  addresses,
  defaultAlertsSearch,
  defaultErrorLogSearch,
  defaultQueueSearch,
  defaultWatchSearch,
  readAlertsSearch,
  readConnectionsSearch,
  readDocsSearch,
  readErrorLogSearch,
  readLoginSearch,
  readQueueSearch,
  readTagsSearch,
  readTemplatesSearch,
  readTvAlertGeneratorSearch,
  readWatchSearch,
} from './addresses.ts'

/**
 * Component of a screen, loaded on demand. If its chunk is missing, as after an update, the router reloads the page;
 * while the server is unreachable, it shows an error instead.
 */
const lazyScreen: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(
    () =>
      importer().catch(async error => {
        const isReachable = await fetch('/healthz').then(
          ({ ok }) => ok,
          () => false,
        )
        throw isReachable ? error : new Error('The server can not be reached', { cause: error })
      }),
    exportName,
  )

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

const login = createRoute({
  getParentRoute: () => root,
  path: addresses.login,
  validateSearch: readLoginSearch,
  pendingComponent: SessionLoader,
  pendingMs: 0,
  beforeLoad: async ({ context, search }) => {
    if (await context.queryClient.ensureQueryData(session)) {
      throw redirect({ href: search.volver ?? '/' })
    }
  },
  component: LoginScreen,
})

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: addresses.dashboard })
  },
})

/** Parent of all screens for signed-in users. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyScreen(() => import('./shell/shell.tsx'), 'Shell'),
  pendingComponent: SessionLoader,
  pendingMs: 0,
  beforeLoad: async ({ context, location }) => {
    if (await context.queryClient.ensureQueryData(session)) {
      void restoreSelectedConnection(context.queryClient)
      return
    }
    const elsewhere = location.href !== '/' && location.href !== addresses.dashboard
    throw redirect({
      to: addresses.login,
      search: elsewhere ? { volver: location.href } : {},
    })
  },
})

const index = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: addresses.dashboard })
  },
})

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: addresses.dashboard,
  beforeLoad: ({ context }) => restoreSelectedConnection(context.queryClient),
  // Load before rendering: a screen suspended halfway would render from scratch with every answer that arrives.
  loader: ({ context }) => context.queryClient.ensureQueryData(api.dashboard.read.queryOptions()),
  component: lazyScreen(
    () => import('#web/screens/dashboard/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
})

const alerts = createRoute({
  getParentRoute: () => shell,
  path: addresses.alerts,
  validateSearch: readAlertsSearch,
  search: { middlewares: [stripSearchParams(defaultAlertsSearch)] },
  component: lazyScreen(() => import('#web/screens/alerts/alerts-screen.tsx'), 'AlertsScreen'),
})

const queue = createRoute({
  getParentRoute: () => shell,
  path: addresses.queue,
  validateSearch: readQueueSearch,
  search: { middlewares: [stripSearchParams(defaultQueueSearch)] },
  component: lazyScreen(() => import('#web/screens/alerts/queue/queue-screen.tsx'), 'QueueScreen'),
})

const watch = createRoute({
  getParentRoute: () => shell,
  path: addresses.watch,
  validateSearch: readWatchSearch,
  search: { middlewares: [stripSearchParams(defaultWatchSearch)] },
  component: lazyScreen(() => import('#web/screens/watch/watch-screen.tsx'), 'WatchScreen'),
})

const connections = createRoute({
  getParentRoute: () => shell,
  path: addresses.connections,
  validateSearch: readConnectionsSearch,
  component: lazyScreen(
    () => import('#web/screens/connections/connections-screen.tsx'),
    'ConnectionsScreen',
  ),
})

const connectionPanel = createRoute({
  getParentRoute: () => shell,
  path: addresses.connectionPanel,
  component: lazyScreen(
    () => import('#web/screens/connections/connection-panel-screen.tsx'),
    'ConnectionPanelScreen',
  ),
})

const templates = createRoute({
  getParentRoute: () => shell,
  path: addresses.templates,
  validateSearch: readTemplatesSearch,
  component: lazyScreen(
    () => import('#web/screens/templates/templates-screen.tsx'),
    'TemplatesScreen',
  ),
})

const tvAlertGenerator = createRoute({
  getParentRoute: () => shell,
  path: addresses.tvAlertGenerator,
  validateSearch: readTvAlertGeneratorSearch,
  component: lazyScreen(
    () => import('#web/screens/tv-alert-generator/tv-alert-generator-screen.tsx'),
    'TvAlertGeneratorScreen',
  ),
})

const tags = createRoute({
  getParentRoute: () => shell,
  path: addresses.tags,
  validateSearch: readTagsSearch,
  component: lazyScreen(() => import('#web/screens/tags/tags-screen.tsx'), 'TagsScreen'),
})

const errorLog = createRoute({
  getParentRoute: () => shell,
  path: addresses.errorLog,
  validateSearch: readErrorLogSearch,
  search: { middlewares: [stripSearchParams(defaultErrorLogSearch)] },
  component: lazyScreen(
    () => import('#web/screens/error-log/error-log-screen.tsx'),
    'ErrorLogScreen',
  ),
})

const settings = createRoute({
  getParentRoute: () => shell,
  path: addresses.settings,
  component: lazyScreen(
    () => import('#web/screens/settings/settings-screen.tsx'),
    'SettingsScreen',
  ),
})

const generalSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyScreen(
    () => import('#web/screens/settings/general-settings.tsx'),
    'GeneralSettings',
  ),
})

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  component: lazyScreen(
    () => import('#web/screens/settings/security/security-screen.tsx'),
    'SecurityScreen',
  ),
})

const docs = createRoute({
  getParentRoute: () => shell,
  path: addresses.docs,
  validateSearch: readDocsSearch,
  component: lazyScreen(() => import('#web/screens/docs/docs-screen.tsx'), 'DocsScreen'),
})

export const routes = root.addChildren([
  login,
  shell.addChildren([
    index,
    dashboard,
    alerts,
    queue,
    watch,
    connections,
    connectionPanel,
    templates,
    tvAlertGenerator,
    tags,
    errorLog,
    settings.addChildren([generalSettings, security]),
    docs,
  ]),
  unknown,
])

/** Covers the whole window while the session is checked, then while the data loads. */
function SessionLoader() {
  const { data: isSignedIn } = useQuery(signedInQuery)
  return <LoaderScreen text={isSignedIn ? 'Cargando tus datos...' : 'Verificando sesión...'} />
}
