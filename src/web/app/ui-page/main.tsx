import '../content-policy.ts'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { makeQueryClient } from '#web/data/query-client.ts'
import { Overlays } from '../overlays.tsx'
import { Providers } from '../providers.tsx'
import { UiPage } from './ui-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('Could not find root element to mount to')

// Links and the question before leaving need a router; this one has a single page.
const router = createRouter({
  routeTree: createRootRoute({ component: UiPage, notFoundComponent: UiPage }),
  history: createMemoryHistory(),
})

createRoot(root).render(
  <Providers queryClient={makeQueryClient()}>
    <Overlays>
      <RouterProvider router={router} />
    </Overlays>
  </Providers>,
)
