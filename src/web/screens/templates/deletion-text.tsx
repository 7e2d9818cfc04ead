import { useQuery } from '@tanstack/react-query'
import type { Template } from '#shared/model/template.ts'
import { api } from '#web/data/client.ts'
import { deletionWarning } from './deletion-warning.ts'

interface DeletionTextProps {
  template: Template
  /** The name of the one that takes its place. */
  heir: string | undefined
}

/** What deleting a template does, with the connections by name. */
export function DeletionText({ template, heir }: DeletionTextProps) {
  const { data = [] } = useQuery(api.connections.list.queryOptions())
  const users = data.filter(({ templateId }) => templateId === template.id)
  return deletionWarning(template, heir, {
    names: users.map(({ name }) => name),
    pending: users.reduce((sum, { pending }) => sum + pending, 0),
  })
}
