import { type Icon, IconPlugConnected, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { foldText, matches } from '#shared/format.ts'
import { api } from '#web/data/client.ts'
import { addresses } from '../../addresses.ts'
import { navigation } from '../navigation.ts'

interface Finding {
  key: string
  label: string
  icon: Icon
  go: () => void
}

/** Of connections and of templates; the screens are few. */
const SHOWN = 6

/** What `query` finds, in groups of which none is empty. */
export function useFindings(query: string): { label: string; findings: Finding[] }[] {
  const navigate = useNavigate()
  const connections = useQuery(api.connections.list.queryOptions()).data ?? []
  const templates = useQuery(api.templates.list.queryOptions()).data ?? []

  const screens = navigation.flat().map(({ to, label, icon }) => ({
    key: to,
    label,
    icon,
    go: () => navigate({ to }),
  }))
  const panels = connections.map(({ id, name }) => ({
    key: id,
    label: name,
    icon: IconPlugConnected,
    go: () => navigate({ to: addresses.connectionPanel, params: { connectionId: id } }),
  }))
  const contents = templates.map(({ id, name }) => ({
    key: id,
    label: name,
    icon: IconTemplate,
    go: () => navigate({ to: addresses.templates, search: { search: name } }),
  }))

  return [
    { label: 'Pantallas', findings: matching(screens, query) },
    { label: 'Conexiones', findings: matching(panels, query).slice(0, SHOWN) },
    { label: 'Plantillas', findings: matching(contents, query).slice(0, SHOWN) },
  ].filter(({ findings }) => findings.length > 0)
}

/** Those whose label has every word of `query`, the ones that begin with it first; all for none. */
export function matching<T extends { label: string }>(entries: readonly T[], query: string): T[] {
  const wanted = foldText(query.trim())
  const words = wanted.split(/\s+/)
  const found = entries.filter(({ label }) => words.every(word => matches(word, label)))
  const begins = ({ label }: T) => foldText(label).startsWith(wanted)
  return [...found.filter(begins), ...found.filter(entry => !begins(entry))]
}
