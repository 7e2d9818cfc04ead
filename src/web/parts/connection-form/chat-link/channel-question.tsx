import { Button } from '@mantine/core'
import { IconSpeakerphone, IconUsers } from '@tabler/icons-react'
import { useId } from 'react'
import type { AddedChat } from '#shared/model/telegram.ts'
import text from '#web/ui/text.module.css'
import { addedBy, chatQuestion, publicName } from './added-chat.ts'
import classes from './channel-question.module.css'
import { useArrivalFocus } from './use-arrival-focus.ts'

interface ChannelQuestionProps {
  chats: readonly AddedChat[]
  isBusy: boolean
  onConfirm: (chatId: string) => void
}

/**
 * Asks which chat is meant, of those to which the bot was added without the code, as to a channel: users recognize it
 * by its title and by the person who added the bot.
 */
export function ChannelQuestion({ chats, isBusy, onConfirm }: ChannelQuestionProps) {
  const id = useId()
  const title = useArrivalFocus<HTMLParagraphElement>()
  return (
    <section className={classes.question} aria-labelledby={id}>
      <p id={id} ref={title} tabIndex={-1} className={classes.title}>
        {chatQuestion(chats)}
      </p>
      <ul className={classes.chats}>
        {chats.map(chat => (
          <li key={chat.id} className={classes.chat}>
            {chat.type === 'channel' ? <IconSpeakerphone /> : <IconUsers />}
            <span className={classes.name}>
              <span className={classes.chatTitle}>{chat.title}</span>
              <span id={`${id}${chat.id}`} className={text.quiet}>
                {[publicName(chat), addedBy(chat)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Button
              variant={chats.length === 1 ? 'filled' : 'default'}
              disabled={isBusy}
              aria-label={`Sí, es este: «${chat.title}»`}
              aria-describedby={`${id}${chat.id}`}
              onClick={() => onConfirm(chat.id)}
            >
              Sí, es este
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
