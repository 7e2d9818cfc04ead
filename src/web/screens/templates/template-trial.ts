import type { Template } from '#shared/model/template.ts'
import { api } from '#web/data/client.ts'
import { buttonErrors } from './buttons/button-errors.ts'

/**
 * How a template would do with the newest alerts, asked again each time it is shown.
 * @param id of the template that it is for; undefined: a new one
 */
export const templateTrial = ({ content, buttons }: Tried, id: string | undefined) =>
  api.templates.trial.queryOptions({
    input: { content, buttons, ...(id === undefined ? {} : { id }) },
    enabled: content.trim() !== '' && Object.keys(buttonErrors(buttons)).length === 0,
    staleTime: 0,
    gcTime: 0,
  })

/** What a template makes of an alert. */
export type Tried = Pick<Template, 'content' | 'buttons'>
