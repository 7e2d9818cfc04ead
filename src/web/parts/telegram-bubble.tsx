import { Children } from 'react'
import text from '#web/ui/text.module.css'
import type { Entity } from './message-tree.ts'
import classes from './telegram-bubble.module.css'
import { TelegramText } from './telegram-text.tsx'

interface TelegramBubbleProps {
  chatTitle: string
  /** «canal», «grupo», «chat privado». */
  kind?: string | undefined
  /** «19 de noviembre». */
  day?: string | undefined
  /** «16:42». */
  time?: string | undefined
  /** The pieces in which the message goes out. */
  messages: { text: string; entities: Entity[] }[]
  /** Keys of the template that nothing had a value for. */
  missing?: string[]
}

/** A message as the reader sees it in Telegram, in Telegram's own colours. */
export function TelegramBubble({
  chatTitle,
  kind,
  day,
  time,
  messages,
  missing = [],
}: TelegramBubbleProps) {
  const bubble = (message: TelegramBubbleProps['messages'][number], index: number) => (
    <article className={classes.bubble}>
      {index === 0 && <div className={classes.name}>{chatTitle}</div>}
      <TelegramText message={message} missing={missing} />
      {time && <time className={classes.time}>{time}</time>}
    </article>
  )

  return (
    <div className={classes.window}>
      <div className={classes.head}>
        <span className={classes.avatar} aria-hidden="true">
          {chatTitle.charAt(0).toUpperCase()}
        </span>
        <span className={classes.chat}>
          <span className={`${classes.title} ${text.line}`}>{chatTitle}</span>
          {kind && <span className={`${classes.kind} ${text.line}`}>{kind}</span>}
        </span>
      </div>
      <div className={classes.messages}>
        {day && <span className={classes.day}>{day}</span>}
        {Children.toArray(messages.map(bubble))}
      </div>
    </div>
  )
}
