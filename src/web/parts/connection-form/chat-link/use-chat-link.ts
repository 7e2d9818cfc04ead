import { ORPCError } from '@orpc/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { ChatLink, ChatPlace, LinkState } from '#shared/model/chat-link.ts'
import type { Bot } from '#shared/model/telegram.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import type { BotSource } from '../bot-source.ts'
import type { Answer } from '../field-hints.ts'
import { useBegunLink } from './use-begun-link.ts'

export type FoundChat = Extract<LinkState, { kind: 'found' }>

/** State of linking a bot to a chat, as the form shows it. */
export interface ChatLinking {
  /** True while Telegram is asked for the token's bot. */
  isAsking: boolean
  /** The token's bot, or the reason why it is unknown; undefined without a valid token, and until the first answer. */
  answer: Answer<{ bot: Bot }> | undefined
  link: ChatLink | undefined
  /** True if the last poll did not reach the server. */
  isCutOff: boolean
  isActing: boolean
  /** Error of the last step; in Spanish. */
  refusal: string | undefined
  confirm: (chatId: string) => void
  retry: () => void
  removeWebhook: () => Promise<void>
  play: (place: ChatPlace) => void
  /** Starts over with a new code. */
  startAgain: () => void
}

interface ChatLinkOptions {
  /** Undefined: no link is opened. */
  bot: BotSource | undefined
  onFound: (found: FoundChat) => void
}

const LOOK_MS = 1_000

/** Links a bot to a chat. Polls the server, which stores all progress: a browser that was asleep misses none of it. */
export function useChatLink({ bot, onFound }: ChatLinkOptions): ChatLinking {
  const { answer, isAsking, beginAgain } = useBegunLink(bot)
  const begun = answer?.ok ? answer.link : undefined
  const look = useQuery(
    api.chatLinks.read.queryOptions({
      input: { code: begun?.code ?? '' },
      enabled: begun !== undefined && !isAsking,
      // The next poll comes soon enough.
      retry: false,
      gcTime: 0,
      refetchInterval: query => (isOver(query.state.data) ? false : LOOK_MS),
      refetchOnWindowFocus: query => (isOver(query.state.data) ? false : 'always'),
    }),
  )
  // A link that was closed early reports an earlier end.
  const seen = begun && { ...(look.data ?? begun), until: begun.until }
  const isForgotten = look.error instanceof ORPCError && look.error.code === 'NOT_FOUND'
  const link =
    seen && isForgotten && seen.state.kind !== 'found'
      ? { ...seen, state: { kind: 'ended' as const } }
      : seen

  const queryClient = useQueryClient()
  const step = useAction({
    call: (take: () => Promise<ChatLink>) => take(),
    onSuccess: async changed => {
      const queryKey = api.chatLinks.read.queryKey({ input: { code: changed.code } })
      // A poll in flight is older than this answer.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, changed)
    },
  })
  const taken = (take: (which: { code: string }) => Promise<ChatLink>) => async () => {
    if (link) await step.start(() => take({ code: link.code }))
  }

  const found = link?.state.kind === 'found' ? link.state : undefined
  const tellFound = useEffectEvent((what: FoundChat) => onFound(what))
  useEffect(() => {
    if (found) tellFound(found)
  }, [found])

  const { chatLinks } = client
  return {
    isAsking,
    answer: answer?.ok ? { ok: true, bot: answer.link.bot } : answer,
    link,
    isCutOff: look.isError && !isForgotten,
    isActing: step.isPending,
    refusal: step.error ? errorMessage(step.error) : undefined,
    confirm: chatId => taken(which => chatLinks.confirm({ ...which, chatId }))(),
    retry: taken(chatLinks.retry),
    removeWebhook: taken(chatLinks.removeWebhook),
    play: place => taken(which => chatLinks.play({ ...which, place }))(),
    startAgain: () => {
      step.reset()
      beginAgain()
    },
  }
}

/** True once polling can stop; a group with topics may still get a topic. */
function isOver(link: ChatLink | undefined): boolean {
  if (link?.state.kind !== 'found') return link?.state.kind === 'ended'
  const { chat, topicId } = link.state
  return !chat.isForum || topicId !== null
}
