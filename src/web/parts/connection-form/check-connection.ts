import { connectionDraftSchema, connectionPatchSchema } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { connectionLabels, connectionTexts } from '#shared/texts/connections.ts'
import { type ConnectionValues, connectionDraft } from './connection-values.ts'

/** Messages, each shown under its field. */
export type ConnectionErrors = Partial<Record<keyof ConnectionValues, string>>

interface Circumstances {
  /** True if a stored token replaces an empty one. */
  hasToken: boolean
  templates: readonly Pick<Template, 'id'>[]
}

/**
 * Errors that the server would report, by field. The first incomplete field lists all that are missing; each of the
 * others names its own.
 */
export function checkConnection(
  values: ConnectionValues,
  { hasToken, templates }: Circumstances,
): ConnectionErrors {
  const missing = requiredFields.filter(
    field => values[field].trim() === '' && !(hasToken && field === 'telegramBotToken'),
  )
  const errors: ConnectionErrors = { ...malformed(values, hasToken) }
  for (const field of missing) errors[field] = connectionTexts.missing[field]
  const [first] = missing
  if (first) {
    errors[first] = connectionTexts.requiredFields(missing.map(field => connectionLabels[field]))
  }
  if (!templates.some(({ id }) => id === values.templateId)) {
    errors.templateId =
      templates.length === 0 ? connectionTexts.noTemplates : connectionTexts.chooseTemplate
  }
  return errors
}

const requiredFields = ['name', 'telegramBotToken', 'telegramChatId', 'templateId'] as const

function malformed(values: ConnectionValues, hasToken: boolean): ConnectionErrors {
  const schema = hasToken ? connectionPatchSchema : connectionDraftSchema
  const { error } = schema.safeParse(connectionDraft(values))
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map(issue => [issue.path[0], issue.message]),
  )
}
