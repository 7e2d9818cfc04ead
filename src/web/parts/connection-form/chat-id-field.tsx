import { Button, TextInput } from '@mantine/core'
import { FieldHint } from '#web/parts/field-hint.tsx'
import classes from './connection-fields.module.css'
import { DetectChat } from './detect-chat.tsx'
import { Explained } from './explained.tsx'
import type { ConnectionForm } from './use-connection-form.ts'
import type { TelegramQuestions } from './use-telegram-questions.ts'

interface ChatIdFieldProps {
  fields: ConnectionForm['fields']
  telegram: TelegramQuestions
  /** Choosing the chat in Telegram; undefined without a bot to choose it with. */
  choosing: { isOpen: boolean; onToggle: () => void } | undefined
}

/** The chat id, typed or picked from the chats that the bot has seen, with a hint that names the chat. */
export function ChatIdField({ fields, telegram, choosing }: ChatIdFieldProps) {
  const { nearby } = telegram
  const { error, onBlur, ...input } = fields.getInputProps('telegramChatId')
  return (
    <Explained
      topic="telegramChatId"
      aside={
        <>
          {choosing && (
            <Button
              size="xs"
              variant="subtle"
              aria-expanded={choosing.isOpen}
              onClick={choosing.onToggle}
            >
              {choosing.isOpen ? 'Ocultar' : choosingLabel(fields.values.telegramChatId)}
            </Button>
          )}
          {nearby && (
            <Button size="xs" variant="subtle" onClick={() => telegram.pick(nearby)}>
              Usar {nearby.id}
            </Button>
          )}
          <DetectChat telegram={telegram} />
        </>
      }
    >
      {id => (
        <TextInput
          id={id}
          classNames={{ input: classes.mono }}
          placeholder="-1001234567890"
          autoComplete="off"
          spellCheck={false}
          required
          {...input}
          onBlur={event => {
            onBlur?.(event)
            telegram.askChat()
          }}
          error={error}
          description={
            !error && (
              <FieldHint hint={telegram.chatHint}>
                Un número, o el @nombre de un canal público.
              </FieldHint>
            )
          }
        />
      )}
    </Explained>
  )
}

const choosingLabel = (chatId: string): string =>
  chatId === '' ? 'Elegir en Telegram' : 'Elegir otro chat'
