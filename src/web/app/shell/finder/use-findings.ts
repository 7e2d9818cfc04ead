import {
  IconBook,
  IconCodePlus,
  IconHistory,
  IconPlugConnected,
  IconSearch,
  IconTag,
  IconTemplate,
} from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { addresses } from '../../addresses.ts'
import { navigation, views } from '../navigation.ts'
import { matching } from './matching.ts'
import { type Deed, useDeeds } from './use-deeds.ts'

export interface Finding extends Deed {
  /** Detail at the right end: tags, or connection and time. */
  aside?: string
  /** Letter of its shortcut, after G. */
  letter?: string
}

/** Results shown of each kind of item. */
const SHOWN = 6
/** Alerts or documentation topics shown. */
const SHOWN_BY_TEXT = 4
/** Length of a query from which alerts and documentation are searched. */
const TEXT_LENGTH = 2

interface Findings {
  /** Groups with at least one finding. */
  groups: { label: string; findings: readonly Finding[] }[]
  /** True while more results may arrive. */
  isLooking: boolean
}

/**
 * Finds everything that contains the words of `query`.
 * @param settled the query at the last typing pause
 */
export function useFindings(query: string, settled: string): Findings {
  const navigate = useNavigate()
  const connections = useQuery(api.connections.list.queryOptions()).data ?? []
  const templates = useQuery(api.templates.list.queryOptions()).data ?? []
  const configs = useQuery(api.tvConfigs.list.queryOptions()).data ?? []
  const tags = useQuery(api.tags.list.queryOptions()).data ?? []
  const deeds = useDeeds(connections, query)
  const { alerts, isLoading } = useAlertFindings(settled.trim())
  const topics = useTopicFindings(query)

  const screens = [...navigation.flat(), ...views].map(({ to, label, letter, icon }) => ({
    key: to,
    label,
    letter,
    icon,
    go: () => navigate({ to }),
  }))
  const panels = connections.map(({ id, name, tags: own }) => ({
    key: id,
    label: name,
    aside: own.join(', '),
    icon: IconPlugConnected,
    go: () => navigate({ to: addresses.connectionPanel, params: { connectionId: id } }),
  }))
  const contents = templates.map(({ id, name }) => ({
    key: id,
    label: name,
    icon: IconTemplate,
    go: () => navigate({ to: addresses.templates, search: { search: name } }),
  }))
  const payloads = configs.map(({ id, name }) => ({
    key: id,
    label: name,
    icon: IconCodePlus,
    go: () => navigate({ to: addresses.tvAlertGenerator, search: { search: name } }),
  }))
  const labels = tags.map(({ name }) => ({
    key: name,
    label: name,
    icon: IconTag,
    go: () => navigate({ to: addresses.connections, search: { tag: name } }),
  }))
  const some = (findings: readonly Finding[]) => matching(findings, query).slice(0, SHOWN)

  const groups = [
    { label: 'Pantallas', findings: matching(screens, query) },
    {
      label: 'Acciones',
      findings: matching(deeds, query).slice(0, query.trim() ? SHOWN : undefined),
    },
    { label: 'Conexiones', findings: some(panels) },
    { label: 'Plantillas', findings: some(contents) },
    { label: 'Configuraciones de alerta TV', findings: some(payloads) },
    { label: 'Etiquetas', findings: some(labels) },
    { label: 'Documentación', findings: topics },
    { label: 'Alertas', findings: alerts },
  ].filter(({ findings }) => findings.length > 0)
  const isToCome = query !== settled && query.trim().length >= TEXT_LENGTH
  return { groups, isLooking: isToCome || isLoading }
}

/** The newest alerts with the text, and a link to all of them. */
function useAlertFindings(text: string): { alerts: Finding[]; isLoading: boolean } {
  const navigate = useNavigate()
  const isAsked = text.length >= TEXT_LENGTH
  const { data, isLoading } = useQuery(
    api.alerts.list.queryOptions({
      input: isAsked ? { search: text } : skipToken,
      staleTime: 0,
      gcTime: 0,
    }),
  )
  if (!isAsked || !data || data.total === 0) return { alerts: [], isLoading }
  const newest = data.items.slice(0, SHOWN_BY_TEXT).map(alert => ({
    key: alert.id,
    label: alert.name,
    aside: `${alert.connectionName} · ${dates.date(alert.timestamp)}, ${dates.time(alert.timestamp)}`,
    icon: IconHistory,
    go: () => navigate({ to: addresses.alerts, hash: alert.id }),
  }))
  const all = {
    key: 'all alerts',
    label: `Ver en el historial las que tienen «${text}»`,
    icon: IconSearch,
    go: () => navigate({ to: addresses.alerts, search: { search: text } }),
  }
  return { alerts: [...newest, all], isLoading }
}

/** Documentation topics, whose texts are loaded on the first search. */
function useTopicFindings(query: string): Finding[] {
  const navigate = useNavigate()
  const isAsked = query.trim().length >= TEXT_LENGTH
  const { data } = useQuery({
    queryKey: ['documentation'],
    queryFn: () => import('./docs-index.ts'),
    enabled: isAsked,
    structuralSharing: false,
  })
  if (!isAsked || !data) return []
  return data.topicsWith(query, SHOWN_BY_TEXT).map(({ slug, title }) => ({
    key: slug,
    label: title,
    icon: IconBook,
    go: () => navigate({ to: addresses.docs, hash: slug }),
  }))
}
