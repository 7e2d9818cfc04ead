/** Every address there is, and what may stand behind its question mark. */
import type { SearchSchemaInput } from '@tanstack/react-router'
import { deliveryStatuses } from '#shared/delivery-status.ts'
import { DEFAULT_PAGE_SIZE, MAX_SEARCH_LENGTH, PAGE_SIZES } from '#shared/limits.ts'
import { alertSorts, errorLogSorts, reportSorts, watchFilters } from '#shared/list-choices.ts'

export const addresses = {
  login: '/login',
  dashboard: '/dashboard',
  alerts: '/alerts',
  queue: '/alerts/queue',
  watch: '/watch',
  connections: '/connections',
  connectionPanel: '/connections/$connectionId/panel',
  templates: '/templates',
  tvAlertGenerator: '/tv-alert-generator',
  tags: '/tags',
  errorLog: '/error-log',
  settings: '/settings',
  security: '/settings/security',
  docs: '/docs',
} as const

/** What an address may say is read by hand: zod would be a sixth of what the sign-in loads. */
type Query = Readonly<Record<string, unknown>>

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const searchedIn = (value: unknown): string | undefined => {
  const text = textIn(value)
  return text && text.length <= MAX_SEARCH_LENGTH ? text : undefined
}

const oneOf = <T>(values: readonly T[], value: unknown): T | undefined =>
  values.find(known => known === value)

const wholeNumberIn = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : undefined
}

const pageIn = (value: unknown): number => {
  const page = wholeNumberIn(value) ?? 1
  return page >= 1 ? page : 1
}

/** Whose instants every calendar can write in four digits of a year. */
function dayIn(value: unknown): string | undefined {
  const day = textIn(value)
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const instant = new Date(`${day}T00:00:00Z`)
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day)
  return isReal && day >= '1970-01-01' && day <= '9998-12-31' ? day : undefined
}

/** Asks for the form of a new one. */
const wishIn = (value: unknown) => oneOf(['si'] as const, value)

/** Whether a browser reads it as an address of this page's own origin, written as addresses are. */
function staysHere(address: string): boolean {
  const url = URL.parse(address, ANY_ORIGIN)
  return (
    /^\/[^\\\p{Cc}]*$/u.test(address) &&
    url?.origin === ANY_ORIGIN &&
    // Dots and slashes can be left out of a path, and the rest be read as a host.
    !url.pathname.startsWith('//')
  )
}

const ANY_ORIGIN = 'https://pregonero.invalid'

/** What is not said is undefined, or is not there. */
type Read<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K]
}

/** A link may say any part of `T`; whatever makes no sense in an address counts as not said. */
const reader =
  <T extends object>(read: (query: Query) => T) =>
  (search: Partial<T> & SearchSchemaInput): Read<T> =>
    read(search as Query) as Read<T>

/** `alta` is the one-time code of a new account, `volver` where to go after signing in. */
export const readLoginSearch = reader(({ alta, volver }) => ({
  alta: textIn(alta),
  volver: typeof volver === 'string' && staysHere(volver) ? volver : undefined,
}))

/** The filters of the history; `from` and `to` are days of the reader's calendar, both included. */
export const readAlertsSearch = reader(query => ({
  connectionId: textIn(query.connectionId),
  search: searchedIn(query.search),
  status: oneOf(deliveryStatuses, query.status),
  gaps: query.gaps === true || query.gaps === 'true' || undefined,
  from: dayIn(query.from),
  to: dayIn(query.to),
  sort: oneOf(alertSorts, query.sort) ?? 'timestamp-desc',
  page: pageIn(query.page),
  pageSize: oneOf(PAGE_SIZES, wholeNumberIn(query.pageSize)) ?? DEFAULT_PAGE_SIZE,
}))

export const readQueueSearch = reader(({ page }) => ({ page: pageIn(page) }))

/**
 * Without `tab`: Vigía. `state`, `connectionId` and `search` narrow its rows, `series` is the one that is open.
 * The report of a reconciliation is narrowed by `verdict` and `day` as well, and put in an order by `sort`.
 */
export const readWatchSearch = reader(
  ({ tab, state, connectionId, search, series, page, verdict, day, sort }) => ({
    tab: oneOf(['conciliacion'] as const, tab),
    state: oneOf(watchFilters, state),
    connectionId: textIn(connectionId),
    search: searchedIn(search),
    series: textIn(series),
    page: pageIn(page),
    verdict: textIn(verdict),
    day: dayIn(day),
    sort: oneOf(reportSorts, sort),
  }),
)

/** `tag` is the text that one of a connection's tags has to contain, `editar` the connection to edit. */
export const readConnectionsSearch = reader(({ tag, sort, nueva, editar }) => ({
  tag: textIn(tag),
  /** Other than by name. */
  sort: oneOf(['fallos'] as const, sort),
  nueva: wishIn(nueva),
  editar: textIn(editar),
}))

/**
 * `alerta` is the alert to write a template for; `editar` the template to edit, with that alert as its sample. In
 * it the key `vino` takes the place of `falta`.
 */
export const readTemplatesSearch = reader(({ search, nueva, alerta, editar, falta, vino }) => ({
  search: searchedIn(search),
  nueva: wishIn(nueva),
  alerta: textIn(alerta),
  editar: textIn(editar),
  falta: textIn(falta),
  vino: textIn(vino),
}))

/** `search` is looked for in names and condition notes, `editar` is the configuration to edit. */
export const readTvAlertGeneratorSearch = reader(({ search, connectionId, nueva, editar }) => ({
  search: searchedIn(search),
  connectionId: textIn(connectionId),
  nueva: wishIn(nueva),
  editar: textIn(editar),
}))

export const readTagsSearch = reader(({ search }) => ({ search: searchedIn(search) }))

export const readErrorLogSearch = reader(({ search, critical, sort, page }) => ({
  search: searchedIn(search),
  critical: oneOf(['si', 'no'] as const, critical),
  sort: oneOf(errorLogSorts, sort) ?? 'timestamp-desc',
  page: pageIn(page),
}))

export const readDocsSearch = reader(({ search }) => ({ search: searchedIn(search) }))

const nothingSaid = {} as SearchSchemaInput

export const defaultAlertsSearch = readAlertsSearch(nothingSaid)

export const defaultQueueSearch = readQueueSearch(nothingSaid)

export const defaultWatchSearch = readWatchSearch(nothingSaid)

export const defaultErrorLogSearch = readErrorLogSearch(nothingSaid)

/** Plain `?a=b` both ways; the router's own way would write quotes around texts that look like numbers. */
export const parseQuery = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

export function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? '' : `?${query}`
}

/** Recognises a screen's path; in place of an id it may have anything but another step. */
export const patternOf = (address: string): RegExp =>
  new RegExp(`^${address.replace(/\$\w+/g, '[^/\\\\]+')}$`)
