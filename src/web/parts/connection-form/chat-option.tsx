import { createScopedKeydownHandler, UnstyledButton } from '@mantine/core'
import { IconSpeakerphone, IconUser, IconUsers } from '@tabler/icons-react'
import type { Chat } from '#shared/model/telegram.ts'
import text from '#web/ui/text.module.css'
import { chatKinds } from './chat-kinds.ts'
import classes from './chat-option.module.css'

interface ChatOptionProps {
  chat: Chat
  /** Takes the focus as soon as it is there. */
  isFirst: boolean
  onPick: () => void
}

/** A chat in a list of them, through which the arrow keys go. */
export function ChatOption({ chat: { type, title, id }, isFirst, onPick }: ChatOptionProps) {
  const Icon = icons[type]
  return (
    <UnstyledButton
      className={classes.option}
      ref={isFirst ? takeFocus : undefined}
      onClick={onPick}
      onKeyDown={createScopedKeydownHandler({
        parentSelector: 'ul',
        siblingSelector: 'button',
        orientation: 'vertical',
      })}
      data-mantine-stop-propagation
    >
      <Icon />
      <span className={classes.name}>
        <span className={`${classes.title} ${text.line}`} title={title}>
          {title}
        </span>
        <span className={text.quiet}>{chatKinds[type]}</span>
      </span>
      <code className={classes.id}>{id}</code>
    </UnstyledButton>
  )
}

const icons: Record<Chat['type'], typeof IconUser> = {
  private: IconUser,
  group: IconUsers,
  supergroup: IconUsers,
  channel: IconSpeakerphone,
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()
