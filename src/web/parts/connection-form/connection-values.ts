import { copyName } from '#shared/copy-name.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'

/** What a form begins with: a connection to edit or to copy. */
export type Origin = { kind: 'edit' | 'copy'; connection: Connection }

/** What the connection form holds. With an origin, an empty token stands for that one's. */
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

/** What the form starts from: its origin, or nothing but the first template. */
export function connectionValues(
  origin: Origin | undefined,
  templates: readonly Pick<Template, 'id'>[],
): ConnectionValues {
  const connection = origin?.connection
  return {
    name: origin ? originName(origin) : '',
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

const originName = ({ kind, connection: { name } }: Origin): string =>
  kind === 'copy' ? copyName(name) : name

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
