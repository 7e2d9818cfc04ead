import { PasswordInput } from '@mantine/core'
import { FieldHint } from '#web/parts/field-hint.tsx'
import classes from './connection-fields.module.css'
import type { Origin } from './connection-values.ts'
import { Explained } from './explained.tsx'
import type { ConnectionForm } from './use-connection-form.ts'
import type { TelegramQuestions } from './use-telegram-questions.ts'

interface BotTokenFieldProps {
  form: ConnectionForm
  telegram: TelegramQuestions
}

/** The token, and whose bot it is. */
export function BotTokenField({ form, telegram }: BotTokenFieldProps) {
  const { fields, origin } = form
  const { error, onBlur, ...input } = fields.getInputProps('telegramBotToken')
  const isRefused = telegram.botHint?.tone === 'bad'
  return (
    <Explained topic="telegramBotToken" className={classes.wide}>
      {id => (
        <PasswordInput
          id={id}
          classNames={{ innerInput: classes.mono }}
          placeholder={origin ? keptToken(origin) : '123456789:AAE…'}
          autoComplete="off"
          spellCheck={false}
          required={!origin}
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
                {origin ? keepingHints[origin.kind] : 'Te lo da @BotFather al crear el bot.'}
              </FieldHint>
            )
          }
        />
      )}
    </Explained>
  )
}

const keptToken = ({ kind, connection: { telegramBotTokenTail } }: Origin): string =>
  `••••••••${telegramBotTokenTail} (${kind === 'edit' ? 'sin cambios' : 'el mismo bot'})`

const keepingHints: Record<Origin['kind'], string> = {
  edit: 'Déjalo vacío para conservar el que tiene.',
  copy: 'Déjalo vacío para usar el mismo bot.',
}
