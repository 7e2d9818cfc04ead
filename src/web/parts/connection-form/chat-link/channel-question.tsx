import { Button } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useId } from 'react'
import type { Chat } from '#shared/model/telegram.ts'
import text from '#web/ui/text.module.css'
import classes from './channel-question.module.css'
import { useArrivalFocus } from './use-arrival-focus.ts'

interface ChannelQuestionProps {
  chats: readonly Chat[]
  isBusy: boolean
  onConfirm: (chatId: string) => void
}

/** A channel does not say who led the bot there: the title is what one knows it by. */
export function ChannelQuestion({ chats, isBusy, onConfirm }: ChannelQuestionProps) {
  const id = useId()
  const title = useArrivalFocus<HTMLParagraphElement>()
  return (
    <section className={classes.question} aria-labelledby={id}>
      <p id={id} ref={title} tabIndex={-1} className={classes.title}>
        {chats.length === 1 ? '¿Es este el canal?' : '¿Cuál es el canal?'}
      </p>
      <ul className={classes.chats}>
        {chats.map(chat => (
          <li key={chat.id} className={classes.chat}>
            <IconSpeakerphone />
            <span className={`${classes.name} ${text.line}`} title={chat.title}>
              {chat.title}
            </span>
            <Button
              variant={chats.length === 1 ? 'filled' : 'default'}
              disabled={isBusy}
              aria-label={`Sí, es «${chat.title}»`}
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
