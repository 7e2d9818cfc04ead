import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'

const Vigil = lazy(async () => ({ default: (await import('./vigil.tsx')).Vigil }))
const Reconciliation = lazy(async () => ({
  default: (await import('./reconciliation/reconciliation.tsx')).Reconciliation,
}))

/** Shows whether alerts are missing: by their silence, or by comparison with TradingView's own log. */
export function WatchScreen() {
  const tab = useSearch({ from: '/shell/watch', select: search => search.tab })
  return (
    <Suspense fallback={<LoaderScreen within text="Cargando tus datos..." />}>
      {tab === 'conciliacion' ? <Reconciliation /> : <Vigil />}
    </Suspense>
  )
}
