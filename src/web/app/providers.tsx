import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/inter/wght-italic.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.layer.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/mantine.css'
import './theme/touch.css'
import './theme/forced-colors.css'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { colorSchemeManager } from './color-scheme.ts'
import { styleNonce } from './content-policy.ts'
import { theme, themeVariables } from './theme/theme.ts'

interface ProvidersProps {
  queryClient: QueryClient
  children: ReactNode
}

const schemeManager = colorSchemeManager()

/** Styles, theme and query cache for everything inside. */
export function Providers({ queryClient, children }: ProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="dark"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}
