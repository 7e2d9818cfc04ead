import { useQuery } from '@tanstack/react-query'
import { EXAMPLE_TEMPLATES } from '#shared/limits.ts'
import type { Template } from '#shared/model/template.ts'
import { api } from '#web/data/client.ts'
import type { RecentAlert } from './use-alert-draft.ts'

/** What was new when the screen was opened is new enough: under live traffic it would change all the time. */
const STALE_MS = 30_000

/**
 * The templates in use by what is asked of the server at once: each with those that stand beside it in
 * the list, so that cards in sight together make one call.
 */
export function examplePages(templates: readonly Template[]): Map<string, string[]> {
  const ids = templates.filter(({ usedBy }) => usedBy > 0).map(({ id }) => id)
  return new Map(
    ids.map((id, index) => {
      const first = index - (index % EXAMPLE_TEMPLATES)
      return [id, ids.slice(first, first + EXAMPLE_TEMPLATES)]
    }),
  )
}

/** The newest alert of each of them that has one. */
export const templateExamples = (ids: readonly string[]) =>
  api.templates.examples.queryOptions({
    input: { ids: [...ids] },
    staleTime: STALE_MS,
    enabled: ids.length > 0,
  })

/**
 * What came last to the connections of a template: `none` where nothing did.
 * @param page those that are asked for together with it
 */
export function useTemplateExample(
  templateId: string,
  page: readonly string[],
): RecentAlert | 'none' | 'loading' {
  const { data, isLoading } = useQuery(templateExamples(page))
  if (isLoading) return 'loading'
  return data?.find(example => example.templateId === templateId) ?? 'none'
}
