import './content-policy.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeQueryClient } from '#web/data/query-client.ts'
import { Providers } from './providers.tsx'
import { makeRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('Could not find root element to mount to')

const queryClient = makeQueryClient()
const router = makeRouter(queryClient)

createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
