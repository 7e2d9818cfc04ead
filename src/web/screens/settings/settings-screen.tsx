import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '#web/data/session.ts'
import { Page } from '#web/ui/page.tsx'
import { AccountCard } from './account-card.tsx'
import { DataCard } from './data/data-card.tsx'
import { ResetCard } from './data/reset-card.tsx'
import { DiagnosisCard } from './diagnosis/diagnosis-card.tsx'
import { PreferencesCard } from './preferences/preferences-card.tsx'
import { SessionsCard } from './sessions/sessions-card.tsx'
import { TelegramCard } from './telegram-card.tsx'

export function SettingsScreen() {
  const { data } = useSuspenseQuery(session)
  // What is typed outlives the session.
  const [profile, setProfile] = useState(data)
  if (data && data !== profile) setProfile(data)
  if (!profile) return null
  return (
    <Page title="Configuración" width="single">
      <TelegramCard />
      <AccountCard profile={profile} />
      <SessionsCard />
      <PreferencesCard profile={profile} />
      <DiagnosisCard />
      <DataCard />
      <ResetCard />
    </Page>
  )
}
