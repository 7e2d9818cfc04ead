import { shallowEqual } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import type { Bot, Chat } from '#shared/model/telegram.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import type { Hint } from '#web/parts/field-hint.tsx'
import { botSource, chatSource } from './bot-source.ts'
import { type Answer, askingHint, botHint, chatHint, isTokenUnknown } from './field-hints.ts'
import type { ConnectionForm } from './use-connection-form.ts'

/** Telegram's answers about the token and the chat id of a connection form. */
export interface TelegramQuestions {
  botHint: Hint | undefined
  chatHint: Hint | undefined
  /** The bot, once Telegram has identified the token. */
  bot: Bot | undefined
  /** The typed chat, once Telegram has identified it. */
  chat: Chat | undefined
  /** The chat that has the typed id with another sign or prefix, if no chat has the typed one. */
  nearby: Chat | undefined
  onTokenLeft: () => void
  /** Asks which chat the typed id is, unless that is known. */
  askChat: () => void
  /** Asks for the chats that the bot has seen; undefined without a token to ask with. */
  detect: (() => void) | undefined
  /** Undefined until answered for the present token. */
  seen: Answer<{ chats: Chat[] }> | undefined
  pick: (chat: Chat) => void
}

export function useTelegramQuestions({ fields, origin }: ConnectionForm): TelegramQuestions {
  const { telegramBotToken: token, telegramChatId } = fields.values
  const source = botSource(token, origin?.connection.id)

  const bot = useQuestion(question => client.telegram.bot(question), source)
  const seen = useQuestion(question => client.telegram.chats(question), source)
  // Errors of the token are shown below the token only.
  const usable = isTokenUnknown(bot.answer) ? undefined : source
  const typedChat = chatSource(usable, telegramChatId)
  const chat = useQuestion(question => client.telegram.chat(question), typedChat)

  const askChat = () => {
    if (typedChat) chat.ask(typedChat)
  }

  return {
    botHint: bot.asking ? askingHint : bot.answer && botHint(bot.answer),
    chatHint: chat.asking
      ? askingHint
      : chat.answer && typedChat && chatHint(chat.answer, typedChat.chatId),
    bot: bot.answer?.ok ? bot.answer.bot : undefined,
    chat: chat.answer?.ok ? chat.answer.chat : undefined,
    nearby: chat.answer?.ok === false ? chat.answer.nearby : undefined,
    onTokenLeft: () => {
      if (token === '' || !source) return
      bot.ask(source)
      askChat()
    },
    askChat,
    detect:
      source &&
      (() => {
        // A typed token was checked when its field lost the focus.
        if (token === '') bot.ask(source)
        seen.askAgain(source)
      }),
    seen: seen.answer,
    pick: ({ id }) => {
      fields.setFieldValue('telegramChatId', id)
      if (source) chat.ask({ ...source, chatId: id })
    },
  }
}

interface Question<Asked, Found> {
  asking: boolean
  answer: Answer<Found> | undefined
  /** Asks, unless the same question is pending or was answered successfully. */
  ask: (question: Asked) => void
  /** Asks even if already answered. */
  askAgain: (question: Asked) => void
}

/**
 * A question of the form to Telegram, through the server. Only the answer to `current`, the question for the fields'
 * present values, is shown. A mutation, since its token must not be a cache key.
 */
function useQuestion<Asked extends object, Found>(
  send: (question: Asked) => Promise<Answer<Found>>,
  current: Asked | undefined,
): Question<Asked, Found> {
  const { mutate, variables, data, error, isPending } = useMutation({
    mutationFn: (question: Asked) => send(question),
    gcTime: 0,
  })
  const isCurrent = current !== undefined && shallowEqual(variables, current)
  const answer = error
    ? { ok: false as const, code: 'no_answer', reason: errorMessage(error) }
    : data

  return {
    asking: isCurrent && isPending,
    answer: isCurrent ? answer : undefined,
    ask: question => {
      const isSettled = isPending || data?.ok
      if (!(isSettled && shallowEqual(variables, question))) mutate(question)
    },
    askAgain: question => mutate(question),
  }
}
