import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core'
import { dateFormats, matches } from '#shared/format.ts'
import { memoize } from '#shared/memoize.ts'

/** Value for the installation's zone, whichever it is: values of a list can only be strings. */
export const INSTALLATION = ''

/** Regions after which zones are named, in alphabetical order. */
const regions = {
  Africa: 'África',
  America: 'América',
  Antarctica: 'Antártida',
  Arctic: 'Ártico',
  Asia: 'Asia',
  Atlantic: 'Atlántico',
  Australia: 'Australia',
  Europe: 'Europa',
  Indian: 'Índico',
  Pacific: 'Pacífico',
}

interface Zones {
  all: readonly string[]
  browser: string
  installation: string
  /** The account's zone, which this browser may not know. */
  own: string | null
}

export type ZoneChoices = (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[]

/** Options: zone of the browser, of the installation, UTC, the own zone if not in `all`, then the others by region. */
export function zoneChoices({ all, browser, installation, own }: Zones): ZoneChoices {
  const choice = (zone: string): ComboboxItem => ({ value: zone, label: zone })
  const strange = own === null || all.includes(own) ? [] : [own]
  const others = new Set(['UTC', ...strange])
  others.delete(browser)
  const rest = all.filter(zone => zone !== browser && !others.has(zone)).toSorted()
  return [
    choice(browser),
    { value: INSTALLATION, label: `La de la instalación: ${installation}` },
    ...[...others].map(choice),
    ...Object.entries(regions).map(([region, group]) => ({
      group,
      items: rest.filter(zone => zone.startsWith(`${region}/`)).map(choice),
    })),
  ]
}

/** Options whose zone or place contains the typed text; all of them for an empty text. */
export function matchingZones(choices: ZoneChoices, typed: string): ZoneChoices {
  const isFound = ({ value, label }: ComboboxItem) =>
    matches(typed, label, label.replaceAll('_', ' '), placeOf(value))
  return choices
    .map(choice =>
      'group' in choice ? { ...choice, items: choice.items.filter(isFound) } : choice,
    )
    .filter(choice => ('group' in choice ? choice.items.length > 0 : isFound(choice)))
}

/** «España», «Nueva York»: place of a zone; empty if unknown, or already in the zone's name. */
export const placeOf = memoize(zone => {
  const place = cities[zone] ?? /^hora de (.+)$/.exec(genericName(zone))?.[1] ?? ''
  return matches(place, zone.replaceAll('_', ' ')) ? '' : place
}, 16_384)

/** Cities by which people search for these zones; browsers name them by country, or in English. */
const cities: Record<string, string> = {
  'America/New_York': 'Nueva York',
  'Europe/London': 'Londres',
  'Asia/Tokyo': 'Tokio',
}

function genericName(timeZone: string): string {
  if (timeZone === INSTALLATION) return ''
  try {
    // In `es-ES`, half of Europe is «CET».
    const format = new Intl.DateTimeFormat('es-419', { timeZone, timeZoneName: 'shortGeneric' })
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}

/** 16:42; empty where this browser does not know the zone. */
export function clockIn(timeZone: string, instant: number): string {
  try {
    return dateFormats(timeZone).shortTime(instant)
  } catch {
    return ''
  }
}
