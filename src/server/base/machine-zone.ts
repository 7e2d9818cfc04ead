import { isTimeZone } from '#shared/time-zone.ts'

type Zone = { timeZone: string; timeZoneTrouble: string | null }

/**
 * IANA name of the zone in `TZ`, else of the machine's. A `TZ` in another form (POSIX, an offset, a city)
 * must not stop the start, because other programs read it too: it is replaced by UTC, with a Spanish sentence
 * that says so.
 * @param name the value of `TZ`; undefined if it is not set
 */
export function readTimeZone(name: string | undefined): Zone {
  const zone = name === undefined ? machineZone() : ianaName(name)
  if (zone !== null) return { timeZone: zone, timeZoneTrouble: null }
  const found =
    name === undefined
      ? 'TZ: no está puesta, y el sistema no dice su zona horaria'
      : `TZ=«${name}»: no es el nombre de una zona horaria`
  const trouble = `${found}, así que las horas van en UTC. Pon un nombre como Europe/Madrid.`
  return { timeZone: 'UTC', timeZoneTrouble: trouble }
}

/** Prefixes of a name that the C library accepts: a colon, a path to the zone's file. */
const BEFORE_NAME = /^:?(?:\/.*\/zoneinfo\/)?(?:posix\/|right\/)?/

function ianaName(text: string): string | null {
  const name = text.trim().replace(BEFORE_NAME, '')
  if (!isTimeZone(name)) return null
  return new Intl.DateTimeFormat('es', { timeZone: name }).resolvedOptions().timeZone
}

/** If the process's `TZ` is no zone, Node gives `undefined` or «Etc/Unknown», against its types. */
function machineZone(): string | null {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone === undefined ? null : ianaName(zone)
}
