import { Stack } from '@mantine/core'
import type { Profile } from '#shared/model/profile.ts'
import { OptionSwitch } from '#web/ui/option-switch.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Select } from '#web/ui/select.tsx'
import text from '#web/ui/text.module.css'
import { useDarkMode } from '#web/ui/use-dark-mode.ts'
import { historyDaysOf, historyOptions, historyValue } from './history-days.ts'
import { OnlyTradingview } from './only-tradingview.tsx'
import classes from './preferences-card.module.css'
import { TimeZoneField } from './time-zone-field.tsx'
import { useChangeHistoryDays, useChangePreferences } from './use-preferences.ts'

/** Preferences, each stored on change. */
export function PreferencesCard({ profile }: { profile: Profile }) {
  const [isDark, setDark] = useDarkMode()
  const change = useChangePreferences()
  const changeHistoryDays = useChangeHistoryDays(profile)

  return (
    <SectionCard
      title="Preferencias"
      aside={<span className={text.quiet}>Se guardan al cambiarlas</span>}
    >
      <Stack gap="md">
        <OptionSwitch
          label="Notificaciones"
          description="Avisos emergentes cuando llega o falla una alerta. El panel y el registro siguen igual."
          checked={profile.notificationsEnabled}
          onChange={event => change({ notificationsEnabled: event.currentTarget.checked })}
        />
        <OptionSwitch
          label="Modo oscuro"
          description="Solo en este navegador."
          checked={isDark}
          onChange={event => setDark(event.currentTarget.checked)}
        />
        <OptionSwitch
          label="Atajos de una tecla"
          description="Pulsa ? fuera de un campo para verlos. Los que llevan Ctrl valen siempre."
          checked={profile.keyboardShortcuts}
          onChange={event => change({ keyboardShortcuts: event.currentTarget.checked })}
        />
        <Select
          classNames={{ root: classes.choice, wrapper: classes.historyField }}
          label="Conservar historial"
          description="Lo más antiguo se borra cada día; «Siempre» lo guarda todo."
          data={historyOptions}
          value={historyValue(profile.historyDays)}
          onChange={value => changeHistoryDays(historyDaysOf(value ?? ''))}
        />
        <TimeZoneField
          value={profile.ownTimeZone}
          installation={profile.installationTimeZone}
          trouble={profile.timeZoneTrouble}
          onChange={timeZone => change({ timeZone })}
        />
        <OnlyTradingview
          checked={profile.onlyTradingview}
          onChange={onlyTradingview => change({ onlyTradingview })}
        />
      </Stack>
    </SectionCard>
  )
}
