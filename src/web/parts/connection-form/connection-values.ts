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

/** Connection that a form edits or copies. */
export type Origin = { kind: 'edit' | 'copy'; connection: Connection }

/** Values of the connection form. With an origin, an empty token means the origin's token. */
export type ConnectionValues = Omit<ConnectionDraft, 'templateId' | 'topicId'> & {
  templateId: string
  /** As typed; empty: no topic. */
  topicId: string
}

/** Initial values: the origin's, else the first template and the default options. */
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

/** Form values from a found chat, whose title becomes the name if there is no name yet. */
export const withChat = (
  { chat, topicId }: { chat: Pick<Chat, 'id' | 'title'>; topicId: number | null },
  { name }: Pick<ConnectionValues, 'name'>,
): Partial<ConnectionValues> => ({
  name: name === '' ? nameAfter(chat) : name,
  telegramChatId: chat.id,
  topicId: topicId?.toString() ?? '',
})

/** Reverts `withChat`. */
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

/** Values in the shape of the server's input. */
export const connectionDraft = ({ topicId, ...values }: ConnectionValues) => ({
  ...values,
  topicId: topicId === '' ? copiedTopicId(values.telegramChatId) : Number(topicId),
})

/** Advanced options with a switch, in display order. */
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
  /** Effect, in one line. */
  description: string
  /** Value of the option when the switch is on. */
  isOnWhen: boolean
}

/** True if an advanced option differs from that of a new connection. */
export function hasAdvancedOptions(values: ConnectionValues): boolean {
  const usual = optionValues(undefined)
  return (
    values.topicId !== usual.topicId ||
    values.neverShown.length > 0 ||
    advancedSwitches.some(({ option }) => values[option] !== usual[option])
  )
}
