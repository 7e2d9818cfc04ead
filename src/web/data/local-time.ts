import { dateFormats } from '#shared/format.ts'

/** A browser that does not know where it is says so by this name. */
const NOWHERE = 'Etc/Unknown'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** By its IANA name: Europe/Madrid. */
export const localTimeZone = timeZone === NOWHERE ? 'UTC' : timeZone

/** Dates as the reader's clock and calendar have them. */
export const dates = dateFormats()
