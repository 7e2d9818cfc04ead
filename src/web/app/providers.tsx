import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TOAST_MS } from '#shared/limits.ts'
import { colorSchemeManager } from './color-scheme.ts'
import { styleNonce } from './content-policy.ts'
import { theme, themeVariables } from './theme/theme.ts'

interface ProvidersProps {
  queryClient: QueryClient
  children: ReactNode
}

const schemeManager = colorSchemeManager()

export function Providers({ queryClient, children }: ProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="dark"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-right" autoClose={TOAST_MS} limit={4} containerWidth={360} />
        <ModalsProvider>{children}</ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}
