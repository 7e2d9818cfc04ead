import { useSessionStorage } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { session } from '#web/data/session.ts'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'
import { Dashboard } from './dashboard.tsx'

/** Loaded on demand: most users have completed the first steps. */
const Onboarding = lazy(async () => {
  const { Onboarding: loaded } = await import('./onboarding/onboarding.tsx')
  return { default: loaded }
})

/**
 * First steps until they are done, then the dashboard. They count as done as soon as a connection
 * exists; a user who has begun them stays to the end, also across a reload.
 */
export function DashboardScreen() {
  const { data: profile } = useSuspenseQuery(session)
  const steps = useFirstSteps(profile?.email ?? '')
  const [isSettingUp, setSettingUp] = useState(
    profile?.initialSetupComplete === false || steps.areBegun,
  )
  const keep = useEffectEvent((isBegun: boolean) => (isBegun ? steps.begin() : steps.end()))
  useEffect(() => keep(isSettingUp), [isSettingUp])
  if (!isSettingUp) return <Dashboard />
  return (
    <Suspense fallback={<LoaderScreen within text="Cargando tus datos..." />}>
      <Onboarding onDone={() => setSettingUp(false)} />
    </Suspense>
  )
}

const KEY = 'first-steps'

/** Whether the account with this e-mail has begun its first steps in this tab; survives a reload. */
function useFirstSteps(email: string) {
  const [begunBy, setBegunBy, end] = useSessionStorage<string | null>({
    key: KEY,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  return { areBegun: begunBy === email, begin: () => setBegunBy(email), end }
}
