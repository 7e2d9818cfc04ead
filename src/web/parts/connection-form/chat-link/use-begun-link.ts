import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ChatLink } from '#shared/model/chat-link.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import type { BotSource } from '../bot-source.ts'
import type { Answer } from '../field-hints.ts'

/** Debounce: a token that is being typed looks complete more than once. */
const SETTLED_MS = 250

/**
 * Has the server open a link with a new code and wait for the user to choose a chat in Telegram. Closes the link when
 * the bot changes or `beginAgain` is called, on unmount, and when the page is left.
 */
export function useBegunLink(bot: BotSource | undefined) {
  const [round, setRound] = useState(1)
  const [begun, setBegun] = useState<Begun>()
  const by = bot && JSON.stringify(bot)
  // A mutation, since the token must not be a cache key.
  const { mutateAsync } = useMutation({
    mutationFn: (source: BotSource) => client.chatLinks.create(source),
    gcTime: 0,
  })
  const ask = useEffectEvent(async (): Promise<Answer<{ link: ChatLink }> | undefined> => {
    if (!bot) return undefined
    try {
      return await mutateAsync(bot)
    } catch (error) {
      return { ok: false, code: 'no_answer', reason: errorMessage(error) }
    }
  })

  useEffect(() => {
    if (by === undefined) return
    let code: string | undefined
    let isOver = false
    // Links that are not closed expire by themselves.
    const end = (outlivesPage = false) => {
      if (code === undefined) return
      client.chatLinks.close({ code }, { context: { outlivesPage } }).catch(() => {})
    }
    const timer = setTimeout(async () => {
      const answer = await ask()
      if (answer?.ok) code = answer.link.code
      if (isOver) end()
      else if (answer) setBegun({ by, round, answer })
    }, SETTLED_MS)
    // A page in the back/forward cache may be shown again.
    const onPageHide = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) end(true)
    }
    window.addEventListener('pagehide', onPageHide)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('pagehide', onPageHide)
      end()
    }
  }, [by, round])

  const isSameBot = begun !== undefined && begun.by === by
  return {
    /** Answer for the current bot; the previous answer while another code is requested. */
    answer: isSameBot ? begun.answer : undefined,
    isAsking: by !== undefined && !(isSameBot && begun.round === round),
    beginAgain: () => setRound(round + 1),
  }
}

interface Begun {
  by: string
  round: number
  answer: Answer<{ link: ChatLink }>
}
