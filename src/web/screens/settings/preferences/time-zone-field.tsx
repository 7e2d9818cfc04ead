import type { OptionsFilter } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { localTimeZone } from '#web/data/local-time.ts'
import { SearchSelect } from '#web/ui/search-select.tsx'
import { Ticking } from '#web/ui/use-now.ts'
import classes from './preferences-card.module.css'
import {
  clockIn,
  INSTALLATION,
  matchingZones,
  placeOf,
  type ZoneChoices,
  zoneChoices,
} from './time-zones.ts'

interface TimeZoneFieldProps {
  /** Null: the installation's. */
  value: string | null
  installation: string
  /** Reason why the installation falls back to UTC. */
  trouble: string | null
  onChange: (zone: string | null) => void
}

/** Time zone in which the account's messages write times. */
export function TimeZoneField({ value, installation, trouble, onChange }: TimeZoneFieldProps) {
  const choices = useMemo(
    () =>
      zoneChoices({
        all: Intl.supportedValuesOf('timeZone'),
        browser: localTimeZone(),
        installation,
        own: value,
      }),
    [installation, value],
  )
  const zoneOf = (choice: string) => (choice === INSTALLATION ? installation : choice)
  return (
    <SearchSelect
      classNames={{ root: classes.choice, wrapper: classes.zoneField, dropdown: classes.zones }}
      // In a scroll area, one long line would widen all others.
      withScrollArea={false}
      label="Zona horaria"
      description={
        <>
          En la que tus mensajes escriben fechas y horas.{' '}
          <Ticking>{now => `Ahora:\u00a0${clockIn(zoneOf(value ?? INSTALLATION), now)}.`}</Ticking>
          {trouble && value === null && ` La instalación no sabe su zona. ${trouble}`}
        </>
      }
      data={choices}
      value={value ?? INSTALLATION}
      onChange={zone => onChange(zone === INSTALLATION ? null : zone)}
      // Typing replaces the chosen zone.
      onClick={event => event.currentTarget.select()}
      filter={matching}
      renderOption={({ option, checked }) => (
        <>
          <ZoneLine zone={zoneOf(option.value)} lead={leads[option.value]} />
          <span className={classes.zoneCheck}>{checked && <IconCheck />}</span>
        </>
      )}
      nothingFoundMessage="Ninguna zona se llama así"
    />
  )
}

const leads: Record<string, string> = {
  [localTimeZone()]: 'La de este navegador: ',
  [INSTALLATION]: 'La de la instalación: ',
}

const matching: OptionsFilter = ({ options, search }) =>
  matchingZones(options as ZoneChoices, search)

/** Zone of the list: its name, place and current time. */
function ZoneLine({ zone, lead }: { zone: string; lead: string | undefined }) {
  return (
    <span className={classes.zone}>
      <span className={classes.zoneName}>
        {lead && <span className={classes.zoneLead}>{lead}</span>}
        {zone}
      </span>
      <span className={classes.zonePlace}>{lead === undefined && placeOf(zone)}</span>
      <span className={classes.zoneClock}>{clockIn(zone, Date.now())}</span>
    </span>
  )
}
