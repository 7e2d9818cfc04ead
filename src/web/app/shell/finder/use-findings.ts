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
  /** At its end: whose it is, when it was. */
  aside?: string
  /** The letter that leads there after G. */
  letter?: string
}

/** Of each kind that there may be many of. */
const SHOWN = 6
/** Of what is found in texts. */
const SHOWN_BY_TEXT = 4
/** Letters from which on texts are looked into. */
const TEXT_LENGTH = 2

interface Findings {
  /** None of them is empty. */
  groups: { label: string; findings: readonly Finding[] }[]
  /** More may be on its way. */
  isLooking: boolean
}

/**
 * Finds what has the words of `query`.
 * @param settled what was typed when typing paused
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

/** The newest alerts with the text, and the way to all of them. */
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

/** Topics of the documentation, whose texts arrive when they are first looked into. */
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
