import { api } from '#web/data/client.ts'

/**
 * How a content would do with the newest alerts, asked again each time it is shown.
 * @param id of the template that it is for; undefined: a new one
 */
export const templateTrial = (content: string, id: string | undefined) =>
  api.templates.trial.queryOptions({
    input: { content, ...(id === undefined ? {} : { id }) },
    enabled: content.trim() !== '',
    staleTime: 0,
    gcTime: 0,
  })
