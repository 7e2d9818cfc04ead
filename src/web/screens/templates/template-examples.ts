import { useQuery } from '@tanstack/react-query'
import { EXAMPLE_TEMPLATES } from '#shared/limits.ts'
import type { Template } from '#shared/model/template.ts'
import { api } from '#web/data/client.ts'
import type { RecentAlert } from './use-alert-draft.ts'

/** In ms; under live traffic, refetching more often would change the examples all the time. */
const STALE_MS = 30_000

/**
 * For each template in use, the ids that are fetched with it: its neighbours in the list, so that cards in
 * view together make one call.
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

/** Newest alert of each template; templates without alerts are absent. */
export const templateExamples = (ids: readonly string[]) =>
  api.templates.examples.queryOptions({
    input: { ids: [...ids] },
    staleTime: STALE_MS,
    enabled: ids.length > 0,
  })

/**
 * Newest alert of a template's connections; `none` without alerts, or if they could not be loaded.
 * @param page templates fetched together with it
 */
export function useTemplateExample(
  templateId: string,
  page: readonly string[],
): RecentAlert | 'none' | 'loading' {
  const { data, isLoading } = useQuery(templateExamples(page))
  if (isLoading) return 'loading'
  return data?.find(example => example.templateId === templateId) ?? 'none'
}
