import { PasswordInput } from '@mantine/core'
import { FieldHint, type Hint } from '#web/parts/field-hint.tsx'
import classes from './connection-fields.module.css'
import type { Origin } from './connection-values.ts'
import { Explained } from './explained.tsx'
import type { ConnectionForm } from './use-connection-form.ts'

interface BotTokenFieldProps {
  form: ConnectionForm
  /** Names the token's bot, or the error. */
  hint: Hint | undefined
  onTyped?: () => void
  onLeft?: () => void
}

/** The token, with a hint that names its bot. */
export function BotTokenField({ form, hint, onTyped, onLeft }: BotTokenFieldProps) {
  const { fields, origin } = form
  const { error, onBlur, ...input } = fields.getInputProps('telegramBotToken')
  const isRefused = hint?.tone === 'bad'
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
          data-autofocus={form.isGuided || undefined}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar el token' }}
          {...input}
          onChange={event => {
            fields.setFieldValue('telegramBotToken', event.currentTarget.value.trim())
            onTyped?.()
          }}
          onBlur={event => {
            onBlur?.(event)
            onLeft?.()
          }}
          error={error ?? isRefused}
          aria-invalid={Boolean(error) || isRefused}
          description={
            !error && (
              <FieldHint hint={hint}>
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
