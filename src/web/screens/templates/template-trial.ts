import { api } from '#web/data/client.ts'

/** How a content would do with the newest alerts, asked anew whenever somebody looks. */
export const templateTrial = (content: string) =>
  api.templates.trial.queryOptions({
    input: { content },
    enabled: content.trim() !== '',
    staleTime: 0,
    gcTime: 0,
  })
