import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import type { Preferences, Profile } from '#shared/model/profile.ts'
import { OptionSwitch } from '#web/ui/option-switch.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { useDarkMode } from '#web/ui/use-dark-mode.ts'
import { historyDaysOf, historyOptions, historyValue } from './history-days.ts'
import { OnlyTradingview } from './only-tradingview.tsx'
import classes from './preferences-card.module.css'
import { TimeZoneField } from './time-zone-field.tsx'
import { useSavePreferences } from './use-save-preferences.ts'

export function PreferencesCard({ profile }: { profile: Profile }) {
  const [isDark, setDark] = useDarkMode()
  /** What was changed and is not saved yet. */
  const [changes, setChanges] = useState<Partial<Preferences>>({})
  const change = (changed: Partial<Preferences>) => setChanges({ ...changes, ...changed })
  const { save, isSaving } = useSavePreferences()
  // What is changed while it is being saved is yet to be saved.
  const forget = () => setChanges(now => (now === changes ? {} : now))

  const { notificationsEnabled, historyDays, onlyTradingview, ownTimeZone: timeZone } = profile
  const shown = { notificationsEnabled, historyDays, onlyTradingview, timeZone, ...changes }

  return (
    <SectionCard title="Preferencias">
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          save({ before: profile, after: shown, onSaved: forget })
        }}
      >
        <OptionSwitch
          label="Notificaciones"
          description="Avisos emergentes cuando llega o falla una alerta. El panel y el registro siguen igual."
          checked={shown.notificationsEnabled}
          onChange={event => change({ notificationsEnabled: event.currentTarget.checked })}
        />
        <OptionSwitch
          label="Modo oscuro"
          description="Cambia al momento, y solo en este navegador."
          checked={isDark}
          onChange={event => setDark(event.currentTarget.checked)}
        />
        <Select
          classNames={{ root: classes.choice, wrapper: classes.historyField }}
          label="Conservar historial"
          description="Lo más antiguo se borra cada día; «Siempre» lo guarda todo."
          data={historyOptions}
          value={historyValue(shown.historyDays)}
          onChange={value => change({ historyDays: historyDaysOf(value ?? '') })}
        />
        <TimeZoneField
          value={shown.timeZone}
          installation={profile.installationTimeZone}
          onChange={timeZone => change({ timeZone })}
        />
        <OnlyTradingview
          checked={shown.onlyTradingview}
          onChange={onlyTradingview => change({ onlyTradingview })}
        />
        <Button type="submit" className={classes.save} loading={isSaving}>
          Guardar Preferencias
        </Button>
      </form>
    </SectionCard>
  )
}
