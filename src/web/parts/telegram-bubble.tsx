import { Children } from 'react'
import { truncate } from '#shared/format.ts'
import type { MessageButton, MessagePicture } from '#shared/message/composed-message.ts'
import text from '#web/ui/text.module.css'
import { initialOf } from './initial-of.ts'
import type { Entity } from './message-tree.ts'
import classes from './telegram-bubble.module.css'
import { TelegramKeyboard } from './telegram-keyboard.tsx'
import { TelegramPicture } from './telegram-picture.tsx'
import { TelegramText } from './telegram-text.tsx'

interface MessagesProps {
  /** The pieces in which the message is sent. */
  messages: readonly { text: string; entities: Entity[] }[]
  /** At the end of each piece: «16:42». */
  time?: string | undefined
  /** Under the last message, in rows. */
  buttons?: readonly (readonly MessageButton[])[] | undefined
  /** Shown large: above the first message, or below the last. */
  picture?: MessagePicture | null | undefined
  /** Keys of the template without a value. */
  missing?: string[]
}

interface TelegramBubbleProps extends MessagesProps {
  chatTitle: string
  /** «canal», «grupo», «chat privado». */
  kind?: string | undefined
  /** «19 de noviembre». */
  day?: string | undefined
}

/** A message as the reader sees it in Telegram, in Telegram's own colours. */
export const TelegramBubble = ({ chatTitle, kind, day, ...message }: TelegramBubbleProps) => (
  <div className={classes.window}>
    <div className={classes.head}>
      <span className={classes.avatar} aria-hidden="true">
        {initialOf(chatTitle)}
      </span>
      <span className={classes.chat}>
        <span className={`${classes.title} ${text.line}`}>{chatTitle}</span>
        {kind && <span className={`${classes.kind} ${text.line}`}>{kind}</span>}
      </span>
    </div>
    <div className={classes.messages}>
      {day && <span className={classes.day}>{day}</span>}
      <Bubbles name={chatTitle} {...message} />
    </div>
  </div>
)

/** Characters read out in place of a glimpse. */
const READ_OUT = 200

/**
 * A message without its chat, to look at only: it can't be pressed, and a long one fades out. Pieces after the first
 * would be out of sight and are left out.
 */
export function MessageGlimpse({ messages, buttons, ...message }: MessagesProps) {
  const [first, ...others] = messages
  return (
    <div role="img" aria-label={`Mensaje: ${truncate(first?.text ?? 'vacío', READ_OUT)}`}>
      <div className={`${classes.messages} ${classes.glimpse}`} inert>
        <Bubbles
          messages={first ? [first] : []}
          buttons={others.length === 0 ? buttons : undefined}
          {...message}
        />
      </div>
    </div>
  )
}

function Bubbles({
  name,
  messages,
  time,
  buttons = [],
  picture,
  missing = [],
}: MessagesProps & { name?: string }) {
  const last = messages.length - 1
  const hasButtons = (index: number) => index === last && buttons.length > 0
  const bubble = (message: MessagesProps['messages'][number], index: number) => (
    <article className={classes.message} data-buttons={hasButtons(index) || undefined}>
      <div className={classes.bubble}>
        {index === 0 && name !== undefined && <div className={classes.name}>{name}</div>}
        {index === 0 && picture?.place === 'above' && <TelegramPicture url={picture.url} />}
        <TelegramText message={message} missing={missing} />
        {index === last && picture?.place === 'below' && <TelegramPicture url={picture.url} />}
        {time && <time className={classes.time}>{time}</time>}
      </div>
      {hasButtons(index) && <TelegramKeyboard rows={buttons} />}
    </article>
  )
  return Children.toArray(messages.map(bubble))
}
