import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ChatLink } from '#shared/model/chat-link.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import type { BotSource } from '../bot-source.ts'
import type { Answer } from '../field-hints.ts'

/** While a token is typed it is whole more than once; this long it has to stand as it is. */
const SETTLED_MS = 250

/**
 * Has the server wait, with a code of its own, for somebody to lead that bot into a chat. It is told when
 * that is not wanted any more: for another bot, when this is not shown, or when the page is left.
 */
export function useBegunLink(bot: BotSource | undefined) {
  const [round, setRound] = useState(1)
  const [begun, setBegun] = useState<Begun>()
  const by = bot && JSON.stringify(bot)
  // A mutation, as its token must be no cache key.
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
    // What is not told ends by itself.
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
    // A page that is kept may be shown again.
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
    /** Of the bot; the one before while it is asked for another code. */
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
