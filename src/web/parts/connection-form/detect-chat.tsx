import { Button, createScopedKeydownHandler, Popover, UnstyledButton } from '@mantine/core'
import { IconSpeakerphone, IconUser, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import type { Chat } from '#shared/model/telegram.ts'
import { HintLine } from '#web/parts/field-hint.tsx'
import text from '#web/ui/text.module.css'
import classes from './detect-chat.module.css'
import { askingHint, chatKinds, noChatsText } from './field-hints.ts'
import type { TelegramQuestions } from './use-telegram-questions.ts'

/** Lists the chats that the bot has seen, to pick one instead of looking for its number. */
export function DetectChat({ telegram }: { telegram: TelegramQuestions }) {
  const { detect, seen, bot, pick } = telegram
  const [opened, setOpened] = useState(false)
  const chats = seen?.ok ? seen.chats : []
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      offset={{ mainAxis: 8, crossAxis: -8 }}
      width={328}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          className={classes.button}
          size="xs"
          variant="subtle"
          disabled={!detect}
          title={detect ? undefined : 'Escribe antes el token del bot.'}
          onClick={() => {
            setOpened(!opened)
            if (!opened) detect?.()
          }}
        >
          Detectar chat
        </Button>
      </Popover.Target>
      {/* The attribute: Escape closes only the popover, not the dialog around it. */}
      <Popover.Dropdown className={classes.dropdown} data-mantine-stop-propagation>
        <div className={classes.note} role="status">
          {!seen && <HintLine hint={askingHint} />}
          {seen?.ok === false && <HintLine hint={{ tone: 'warn', text: seen.reason }} />}
          {seen?.ok &&
            (chats.length === 0
              ? noChatsText(bot)
              : 'Chats que el bot ha visto en las últimas 24 horas')}
        </div>
        {chats.length > 0 && (
          <ul className={classes.list}>
            {chats.map((chat, index) => (
              <li key={chat.id}>
                <ChatOption
                  chat={chat}
                  isFirst={index === 0}
                  onPick={() => {
                    pick(chat)
                    setOpened(false)
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface ChatOptionProps {
  chat: Chat
  /** Takes the focus when mounted. */
  isFirst: boolean
  onPick: () => void
}

/** A chat in a list; arrow keys move through it. */
function ChatOption({ chat: { type, title, id }, isFirst, onPick }: ChatOptionProps) {
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
