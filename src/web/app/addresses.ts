/** Path of each screen; the readers below parse its search parameters. */
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

/** Search parameters are parsed by hand: zod would be a sixth of the code that the sign-in loads. */
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

/** Day as `2026-11-19`, 1970-01-01 to 9998-12-31, so that its instants have four-digit years in any time zone. */
function dayIn(value: unknown): string | undefined {
  const day = textIn(value)
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const instant = new Date(`${day}T00:00:00Z`)
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day)
  return isReal && day >= '1970-01-01' && day <= '9998-12-31' ? day : undefined
}

/** `si` opens the form for a new item. */
const wishIn = (value: unknown) => oneOf(['si'] as const, value)

/**
 * True if browsers resolve the address to a path of this page's own origin, without backslashes or control
 * characters.
 */
function staysHere(address: string): boolean {
  const url = URL.parse(address, ANY_ORIGIN)
  return (
    /^\/[^\\\p{Cc}]*$/u.test(address) &&
    url?.origin === ANY_ORIGIN &&
    // `/..//host` is normalized to `//host`, which browsers read as another host.
    !url.pathname.startsWith('//')
  )
}

const ANY_ORIGIN = 'https://pregonero.invalid'

/** `T` with its possibly undefined keys made optional. */
type Read<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K]
}

/** Parses search parameters into `T`; a link may set any part of it, and invalid values count as absent. */
const reader =
  <T extends object>(read: (query: Query) => T) =>
  (search: Partial<T> & SearchSchemaInput): Read<T> =>
    read(search as Query) as Read<T>

/** `alta` is the one-time code of a new account, `volver` the address to open after sign-in. */
export const readLoginSearch = reader(({ alta, volver }) => ({
  alta: textIn(alta),
  volver: typeof volver === 'string' && staysHere(volver) ? volver : undefined,
}))

/** Filters, order and page of the history; `from` and `to` are days in the browser's time zone, both included. */
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
 * Without `tab`: Vigía, whose rows `state`, `connectionId` and `search` filter; `series` is the id of the opened row.
 * With it: the reconciliation report, filtered by `connectionId`, `search`, `verdict` and `day`, ordered by `sort`.
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

/** `tag` is a text that one of a connection's tags must contain, `editar` the connection to edit. */
export const readConnectionsSearch = reader(({ tag, sort, nueva, editar }) => ({
  tag: textIn(tag),
  /** Undefined: by name. */
  sort: oneOf(['fallos'] as const, sort),
  nueva: wishIn(nueva),
  editar: textIn(editar),
}))

/**
 * `alerta` is the alert to write a template for, or the sample of `editar`, the template to edit. In that template
 * the key `vino` replaces `falta`.
 */
export const readTemplatesSearch = reader(({ search, nueva, alerta, editar, falta, vino }) => ({
  search: searchedIn(search),
  nueva: wishIn(nueva),
  alerta: textIn(alerta),
  editar: textIn(editar),
  falta: textIn(falta),
  vino: textIn(vino),
}))

/** `search` matches names and condition notes, `editar` is the configuration to edit. */
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

/** Plain `?a=b` both ways; the router's default would quote texts that look like numbers. */
export const parseQuery = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

export function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? '' : `?${query}`
}

/** Matches a screen's path; an id may be any text without slashes or backslashes. */
export const patternOf = (address: string): RegExp =>
  new RegExp(`^${address.replace(/\$\w+/g, '[^/\\\\]+')}$`)
