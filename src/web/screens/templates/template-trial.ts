import type { Template } from '#shared/model/template.ts'
import { api } from '#web/data/client.ts'
import { buttonErrors } from './buttons/button-errors.ts'

/**
 * Trial of a template on the newest alerts, repeated each time it is shown.
 * @param id template whose alerts are used; undefined, or without connections: the alerts of all connections
 */
export const templateTrial = ({ content, buttons }: Tried, id: string | undefined) =>
  api.templates.trial.queryOptions({
    input: { content, buttons, ...(id === undefined ? {} : { id }) },
    enabled: content.trim() !== '' && Object.keys(buttonErrors(buttons)).length === 0,
    staleTime: 0,
    gcTime: 0,
  })

/** Parts of a template that a trial needs. */
export type Tried = Pick<Template, 'content' | 'buttons'>
