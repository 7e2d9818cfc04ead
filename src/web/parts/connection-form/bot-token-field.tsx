import { PasswordInput } from '@mantine/core'
import classes from './connection-fields.module.css'
import { Explained } from './explained.tsx'
import { FieldHint } from './field-hint.tsx'
import type { ConnectionForm } from './use-connection-form.ts'
import type { TelegramQuestions } from './use-telegram-questions.ts'

interface BotTokenFieldProps {
  form: ConnectionForm
  telegram: TelegramQuestions
}

/** The token, and whose bot it is. */
export function BotTokenField({ form, telegram }: BotTokenFieldProps) {
  const { fields, connection } = form
  const { error, onBlur, ...input } = fields.getInputProps('telegramBotToken')
  const isRefused = telegram.botHint?.tone === 'bad'
  return (
    <Explained topic="telegramBotToken" className={classes.wide}>
      {id => (
        <PasswordInput
          id={id}
          classNames={{ innerInput: classes.mono }}
          placeholder={
            connection
              ? `••••••••${connection.telegramBotTokenTail} (sin cambios)`
              : '123456789:AAE…'
          }
          autoComplete="off"
          spellCheck={false}
          required={!connection}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar el token' }}
          {...input}
          onChange={event =>
            fields.setFieldValue('telegramBotToken', event.currentTarget.value.trim())
          }
          onBlur={event => {
            onBlur?.(event)
            telegram.onTokenLeft()
          }}
          error={error ?? isRefused}
          aria-invalid={Boolean(error) || isRefused}
          description={
            !error && (
              <FieldHint hint={telegram.botHint}>
                {connection
                  ? 'Déjalo vacío para conservar el que tiene.'
                  : 'Te lo da @BotFather al crear el bot.'}
              </FieldHint>
            )
          }
        />
      )}
    </Explained>
  )
}
