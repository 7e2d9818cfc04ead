import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'

/** What the connection form holds. When editing, an empty token leaves the stored one. */
export type ConnectionValues = {
  name: string
  telegramBotToken: string
  telegramChatId: string
  templateId: string
  description: string
  tags: string[]
  groupBursts: boolean
  /** As typed; empty: none. */
  topicId: string
  silent: boolean
  linkPreview: boolean
  protectContent: boolean
  markLate: boolean
}

/** What the form starts from: the connection that is edited, or nothing but the first template. */
export function connectionValues(
  connection: Connection | undefined,
  templates: readonly Pick<Template, 'id'>[],
): ConnectionValues {
  return {
    name: connection?.name ?? '',
    telegramBotToken: '',
    telegramChatId: connection?.telegramChatId ?? '',
    templateId: connection?.templateId ?? templates[0]?.id ?? '',
    description: connection?.description ?? '',
    tags: connection?.tags ?? [],
    groupBursts: connection?.groupBursts ?? true,
    topicId: connection?.topicId?.toString() ?? '',
    silent: connection?.silent ?? false,
    linkPreview: connection?.linkPreview ?? true,
    protectContent: connection?.protectContent ?? false,
    markLate: connection?.markLate ?? true,
  }
}

/** The values as the server takes them. */
export const connectionDraft = ({ topicId, ...values }: ConnectionValues) => ({
  ...values,
  topicId: topicId === '' ? null : Number(topicId),
})

/** Whether one of the advanced options is not what it is for a new connection. */
export const hasAdvancedOptions = (values: ConnectionValues): boolean =>
  values.topicId !== '' ||
  values.silent ||
  !values.linkPreview ||
  values.protectContent ||
  !values.markLate
