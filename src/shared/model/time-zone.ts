import { z } from 'zod'
import { isTimeZone } from '../time-zone.ts'

/** An IANA name: Europe/Madrid. */
export const timeZoneSchema = z
  .string()
  .max(64, { abort: true })
  .refine(isTimeZone, 'Esa zona horaria no existe.')
