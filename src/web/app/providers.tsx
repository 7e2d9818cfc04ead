import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/inter/wght-italic.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/mantine.css'
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

/** Styles, theme and what opens above the page, for all that is within. */
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
