import { useQuery } from '@tanstack/react-query'
import type { Template } from '#shared/model/template.ts'
import { templateTexts } from '#shared/texts/templates.ts'
import { api, client } from '#web/data/client.ts'
import { useRemoval } from '#web/parts/use-removal.ts'
import { removalText } from './words.ts'

const REASSIGNED_TOAST_MS = 6_000

interface Removed {
  template: Template
  /** Name of the template that replaces it. */
  heir: string | undefined
}

/** Asks before deleting a template; the toast names the template that its connections use instead. */
export const useTemplateRemoval = () =>
  useRemoval({
    title: 'Confirmar Eliminación de Plantilla',
    text: (removed: Removed) => <RemovalText {...removed} />,
    remove: ({ template: { id } }, signal) => client.templates.remove({ id }, { signal }),
    toast: ({ reassignedTo }) =>
      reassignedTo === null
        ? { message: templateTexts.deleted }
        : {
            type: 'warning',
            message: templateTexts.deletedReassigned(reassignedTo),
            ms: REASSIGNED_TOAST_MS,
          },
  })

/** Consequences of deleting a template, with its connections by name. */
function RemovalText({ template, heir }: Removed) {
  const { data = [] } = useQuery(api.connections.list.queryOptions())
  const users = data.filter(({ templateId }) => templateId === template.id)
  return removalText(template, heir, {
    names: users.map(({ name }) => name),
    pending: users.reduce((sum, { pending }) => sum + pending, 0),
  })
}
