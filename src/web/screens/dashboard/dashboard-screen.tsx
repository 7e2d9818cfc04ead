import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '#web/data/session.ts'
import { Dashboard } from './dashboard.tsx'
import { Onboarding } from './onboarding/onboarding.tsx'

/**
 * The first steps until they are done, then the dashboard. They count as done as soon as a
 * connection is made; whoever is at them stays to the end all the same.
 */
export function DashboardScreen() {
  const { data: profile } = useSuspenseQuery(session)
  const [isSettingUp, setSettingUp] = useState(profile?.initialSetupComplete === false)
  return isSettingUp ? <Onboarding onDone={() => setSettingUp(false)} /> : <Dashboard />
}
