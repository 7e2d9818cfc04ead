import { dateFormats } from '#shared/format.ts'

/** Dates in the reader's own time zone. */
export const dates = dateFormats()
