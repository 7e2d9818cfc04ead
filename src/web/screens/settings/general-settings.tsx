import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '#web/data/session.ts'
import { AccountCard } from './account-card.tsx'
import { DataCard } from './data/data-card.tsx'
import { ResetCard } from './data/reset-card.tsx'
import { DiagnosisCard } from './diagnosis/diagnosis-card.tsx'
import { PreferencesCard } from './preferences/preferences-card.tsx'
import { TelegramCard } from './telegram-card.tsx'
import { TwoColumns } from './two-columns.tsx'

export function GeneralSettings() {
  const { data } = useSuspenseQuery(session)
  // Kept after the end of the session, so that typed text is not lost.
  const [profile, setProfile] = useState(data)
  if (data && data !== profile) setProfile(data)
  if (!profile) return null
  return (
    <TwoColumns
      first={
        <>
          <TelegramCard />
          <AccountCard profile={profile} />
          <PreferencesCard profile={profile} />
        </>
      }
      second={
        <>
          <DiagnosisCard />
          <DataCard />
          <ResetCard />
        </>
      }
    />
  )
}
