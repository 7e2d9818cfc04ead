import { Children } from 'react'
import type { MessageButton, MessagePicture } from '#shared/message/composed-message.ts'
import text from '#web/ui/text.module.css'
import type { Entity } from './message-tree.ts'
import classes from './telegram-bubble.module.css'
import { TelegramKeyboard } from './telegram-keyboard.tsx'
import { TelegramPicture } from './telegram-picture.tsx'
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
  /** Under the last of them, in rows. */
  buttons?: readonly (readonly MessageButton[])[] | undefined
  /** Shown large: above the first of them, or below the last one. */
  picture?: MessagePicture | null | undefined
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
  buttons = [],
  picture,
  missing = [],
}: TelegramBubbleProps) {
  const last = messages.length - 1
  const hasButtons = (index: number) => index === last && buttons.length > 0
  const bubble = (message: TelegramBubbleProps['messages'][number], index: number) => (
    <article className={classes.message} data-buttons={hasButtons(index) || undefined}>
      <div className={classes.bubble}>
        {index === 0 && <div className={classes.name}>{chatTitle}</div>}
        {index === 0 && picture?.place === 'above' && <TelegramPicture url={picture.url} />}
        <TelegramText message={message} missing={missing} />
        {index === last && picture?.place === 'below' && <TelegramPicture url={picture.url} />}
        {time && <time className={classes.time}>{time}</time>}
      </div>
      {hasButtons(index) && <TelegramKeyboard rows={buttons} />}
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
