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
  }
}
