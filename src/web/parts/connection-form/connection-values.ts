import { copyName, truncate } from '#shared/format.ts'
import { MAX_NAME_LENGTH } from '#shared/limits.ts'
import {
  type Connection,
  type ConnectionDraft,
  type ConnectionOptions,
  connectionOptionsSchema,
} from '#shared/model/connection.ts'
import { copiedTopicId } from '#shared/model/copied-text.ts'
import type { Chat } from '#shared/model/telegram.ts'
import type { Template } from '#shared/model/template.ts'

/** What a form begins with: a connection to edit or to copy. */
export type Origin = { kind: 'edit' | 'copy'; connection: Connection }

/** What the connection form holds. With an origin, an empty token stands for that one's. */
export type ConnectionValues = Omit<ConnectionDraft, 'templateId' | 'topicId'> & {
  templateId: string
  /** As typed; empty: none. */
  topicId: string
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
    ...optionValues(connection),
  }
}

/** What a chat that was found gives to a form, which is named after it unless it has a name. */
export const withChat = (
  { chat, topicId }: { chat: Pick<Chat, 'id' | 'title'>; topicId: number | null },
  { name }: Pick<ConnectionValues, 'name'>,
): Partial<ConnectionValues> => ({
  name: name === '' ? nameAfter(chat) : name,
  telegramChatId: chat.id,
  topicId: topicId?.toString() ?? '',
})

/** Takes back what `withChat` gave. */
export const withoutChat = (
  chat: Pick<Chat, 'title'> | undefined,
  { name }: Pick<ConnectionValues, 'name'>,
): Partial<ConnectionValues> => ({
  name: chat && name === nameAfter(chat) ? '' : name,
  telegramChatId: '',
  topicId: '',
})

const nameAfter = ({ title }: Pick<Chat, 'title'>): string => truncate(title, MAX_NAME_LENGTH - 1)

/** The options of a connection, or those of a new one. */
function optionValues(connection: Connection | undefined) {
  const { topicId, ...switches } = connectionOptionsSchema.parse(connection ?? {})
  return { ...switches, topicId: topicId?.toString() ?? '' }
}

const originName = ({ kind, connection: { name } }: Origin): string =>
  kind === 'copy' ? copyName(name) : name

/** The values as the server takes them. */
export const connectionDraft = ({ topicId, ...values }: ConnectionValues) => ({
  ...values,
  topicId: topicId === '' ? copiedTopicId(values.telegramChatId) : Number(topicId),
})

/** What is switched on and off among the advanced options, as they are listed there. */
export const advancedSwitches: readonly AdvancedSwitch[] = [
  { option: 'silent', description: 'El mensaje llega sin sonido.', isOnWhen: true },
  { option: 'linkPreview', description: 'Los enlaces no se despliegan.', isOnWhen: false },
  { option: 'protectContent', description: 'No se puede reenviar ni guardar.', isOnWhen: true },
  {
    option: 'markLate',
    description: 'El mensaje dice «⏱ llegó N min tarde».',
    isOnWhen: true,
  },
  {
    option: 'addText',
    description: 'Va debajo del mensaje, en un párrafo propio.',
    isOnWhen: true,
  },
]

interface AdvancedSwitch {
  option: Exclude<keyof ConnectionOptions, 'topicId' | 'groupBursts' | 'neverShown'>
  /** What it does, in one line. */
  description: string
  /** The option's value that the switch stands for. */
  isOnWhen: boolean
}

/** Whether one of the advanced options is not what it is for a new connection. */
export function hasAdvancedOptions(values: ConnectionValues): boolean {
  const usual = optionValues(undefined)
  return (
    values.topicId !== usual.topicId ||
    values.neverShown.length > 0 ||
    advancedSwitches.some(({ option }) => values[option] !== usual[option])
  )
}
