import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Bot, Chat } from '#shared/model/telegram.ts'
import { dates } from '#web/data/local-time.ts'
import { TelegramBubble } from '#web/parts/telegram-bubble.tsx'
import text from '#web/ui/text.module.css'
import { chatKinds } from '../field-hints.ts'
import classes from './first-message.module.css'
import { useArrivalFocus } from './use-arrival-focus.ts'
import type { FoundChat } from './use-chat-link.ts'

interface FirstMessageProps {
  found: FoundChat
  bot: Bot
  onOther: () => void
}

/** The chosen chat, with the bot's first message there. */
export function FirstMessage({ found, bot, onOther }: FirstMessageProps) {
  const { chat, topicId, message } = found
  const id = useId()
  const title = useArrivalFocus<HTMLParagraphElement>()
  const [arrival] = useState(Date.now)
  return (
    <section className={classes.message} aria-labelledby={id}>
      <div className={classes.head}>
        <p id={id} ref={title} tabIndex={-1} className={classes.title}>
          <IconCircleCheck />
          Así ha llegado a tu chat
        </p>
        <Button size="xs" variant="subtle" className={classes.other} onClick={onOther}>
          Elegir otro chat
        </Button>
      </div>
      <TelegramBubble
        // A private chat with a bot has the bot's name as its title.
        chatTitle={chat.type === 'private' ? bot.name : chat.title}
        kind={chat.type === 'private' ? 'bot' : kinds[chat.type]}
        time={dates.shortTime(arrival)}
        messages={[message]}
      />
      <p className={`${classes.where} ${text.quiet}`}>
        {kinds[chat.type]} «{chat.title}» · <code>{chat.id}</code>
        {topicId !== null && ` · tema ${topicId}`}
      </p>
      {chat.isForum && topicId === null && (
        <p className={`${classes.where} ${text.quiet}`}>
          El grupo tiene temas y se escribe en «General». ¿Prefieres otro? Escribe en él{' '}
          <code>/start@{bot.username}</code> y cambiará solo.
        </p>
      )}
    </section>
  )
}

const kinds: Record<Chat['type'], string> = {
  ...chatKinds,
  // The difference to a group is irrelevant to readers and writers.
  supergroup: chatKinds.group,
}
