/** Every address there is, and what may stand behind its question mark. */
import type { SearchSchemaInput } from '@tanstack/react-router'
import { z } from 'zod'
import { deliveryStatuses } from '#shared/delivery-status.ts'
import { DEFAULT_PAGE_SIZE, MAX_SEARCH_LENGTH, PAGE_SIZES } from '#shared/limits.ts'
import { alertSorts } from '#shared/model/alert.ts'
import { errorLogSorts } from '#shared/model/error-log.ts'

export const addresses = {
  login: '/login',
  dashboard: '/dashboard',
  alerts: '/alerts',
  queue: '/alerts/queue',
  connections: '/connections',
  connectionPanel: '/connections/$connectionId/panel',
  templates: '/templates',
  tvAlertGenerator: '/tv-alert-generator',
  tags: '/tags',
  errorLog: '/error-log',
  settings: '/settings',
  docs: '/docs',
} as const

const text = z.string().min(1).optional().catch(undefined)

const searched = z.string().min(1).max(MAX_SEARCH_LENGTH).optional().catch(undefined)

/** Whose instants every calendar can write in four digits of a year. */
const day = z.iso
  .date()
  .refine(date => date >= '1970-01-01' && date <= '9998-12-31')
  .optional()
  .catch(undefined)

const loginSearchSchema = z.object({
  alta: text,
  volver: z.string().refine(staysHere).optional().catch(undefined),
})

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

const alertsSearchSchema = z.object({
  connectionId: text,
  search: searched,
  status: z.enum(deliveryStatuses).optional().catch(undefined),
  from: day,
  to: day,
  sort: z.enum(alertSorts).catch('timestamp-desc'),
  page: z.coerce.number().int().min(1).catch(1),
  pageSize: z.coerce.number().pipe(z.literal(PAGE_SIZES)).catch(DEFAULT_PAGE_SIZE),
})

const queueSearchSchema = z.object({ page: z.coerce.number().int().min(1).catch(1) })

/** Asks for the form of a new one. */
const nueva = z.literal('si').optional().catch(undefined)

const connectionsSearchSchema = z.object({ tag: text, nueva, editar: text })

const templatesSearchSchema = z.object({ search: searched, nueva, alerta: text })

const tvAlertGeneratorSearchSchema = z.object({ search: searched, connectionId: text, nueva })

const tagsSearchSchema = z.object({ search: searched })

const errorLogSearchSchema = z.object({
  search: searched,
  critical: z.enum(['si', 'no']).optional().catch(undefined),
  sort: z.enum(errorLogSorts).catch('timestamp-desc'),
  page: z.coerce.number().int().min(1).catch(1),
})

const docsSearchSchema = z.object({ search: searched })

/** What a link may say of `T`; whatever makes no sense in an address counts as not said. */
type Said<T extends z.ZodType> = Partial<z.infer<T>> & SearchSchemaInput

/** `alta` is the one-time code of a new account, `volver` where to go after signing in. */
export const readLoginSearch = (search: Said<typeof loginSearchSchema>) =>
  loginSearchSchema.parse(search)

/** The filters of the history; `from` and `to` are days of the reader's calendar, both included. */
export const readAlertsSearch = (search: Said<typeof alertsSearchSchema>) =>
  alertsSearchSchema.parse(search)

export const readQueueSearch = (search: Said<typeof queueSearchSchema>) =>
  queueSearchSchema.parse(search)

/** `tag` is the text that one of a connection's tags has to contain, `editar` the connection to edit. */
export const readConnectionsSearch = (search: Said<typeof connectionsSearchSchema>) =>
  connectionsSearchSchema.parse(search)

/** `alerta` is the alert to write a template for. */
export const readTemplatesSearch = (search: Said<typeof templatesSearchSchema>) =>
  templatesSearchSchema.parse(search)

/** `search` is looked for in names and condition notes. */
export const readTvAlertGeneratorSearch = (search: Said<typeof tvAlertGeneratorSearchSchema>) =>
  tvAlertGeneratorSearchSchema.parse(search)

export const readTagsSearch = (search: Said<typeof tagsSearchSchema>) =>
  tagsSearchSchema.parse(search)

export const readErrorLogSearch = (search: Said<typeof errorLogSearchSchema>) =>
  errorLogSearchSchema.parse(search)

export const readDocsSearch = (search: Said<typeof docsSearchSchema>) =>
  docsSearchSchema.parse(search)

export const defaultAlertsSearch = alertsSearchSchema.parse({})

export const defaultQueueSearch = queueSearchSchema.parse({})

export const defaultErrorLogSearch = errorLogSearchSchema.parse({})

/** Plain `?a=b` both ways; the router's own way would write quotes around texts that look like numbers. */
export const parseQuery = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

export function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? '' : `?${query}`
}
