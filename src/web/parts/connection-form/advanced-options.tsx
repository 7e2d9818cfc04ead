import { TagsInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MAX_NEVER_SHOWN } from '#shared/limits.ts'
import { connectionLabels } from '#shared/texts/connections.ts'
import { FieldHint } from '#web/parts/field-hint.tsx'
import { OptionSwitch } from '#web/ui/option-switch.tsx'
import classes from './advanced-options.module.css'
import fieldClasses from './connection-fields.module.css'
import { advancedSwitches, hasAdvancedOptions } from './connection-values.ts'
import { topicHint } from './field-hints.ts'
import { Fold } from './fold.tsx'
import type { ConnectionForm } from './use-connection-form.ts'
import type { TelegramQuestions } from './use-telegram-questions.ts'

interface AdvancedOptionsProps {
  fields: ConnectionForm['fields']
  telegram: Pick<TelegramQuestions, 'chat' | 'askChat'>
}

/** Telegram's sending options; folded unless one of them differs from its default. */
export function AdvancedOptions({ fields, telegram }: AdvancedOptionsProps) {
  const [startsOpen] = useState(() => hasAdvancedOptions(fields.values))
  return (
    <Fold
      label="Opciones avanzadas"
      startsOpen={startsOpen}
      mustShow={fields.errors.topicId !== undefined}
      // The hint about topics needs the chat.
      onOpen={telegram.askChat}
      className={classes.options}
    >
      <TopicField fields={fields} telegram={telegram} />
      <TagsInput
        className={fieldClasses.wide}
        label={connectionLabels.neverShown}
        description="Campos de la alerta cuyo valor no llega nunca al chat, como t o k. Los que se llaman como un secreto (token, apiKey, password) ya no se muestran."
        placeholder={fields.values.neverShown.length === 0 ? 'Ninguno más' : ''}
        maxTags={MAX_NEVER_SHOWN}
        acceptValueOnBlur
        autoComplete="off"
        {...fields.getInputProps('neverShown')}
      />
      {advancedSwitches.map(({ option, description, isOnWhen }) => (
        <OptionSwitch
          key={option}
          label={connectionLabels[option]}
          description={description}
          {...fields.getInputProps(option, { type: 'checkbox' })}
          checked={fields.values[option] === isOnWhen}
          onChange={event => fields.setFieldValue(option, event.currentTarget.checked === isOnWhen)}
        />
      ))}
      <Text className={fieldClasses.wide} fz="xs" lh="xs" c="var(--text-3)">
        Guarda y pulsa «Probar»: su mensaje sale con estas opciones.
      </Text>
    </Fold>
  )
}

function TopicField({ fields, telegram }: AdvancedOptionsProps) {
  const { topicId } = fields.values
  const { error, ...input } = fields.getInputProps('topicId')
  return (
    <TextInput
      className={fieldClasses.wide}
      classNames={{ wrapper: classes.topic, input: fieldClasses.mono }}
      label={connectionLabels.topicId}
      placeholder="Ninguno"
      inputMode="numeric"
      autoComplete="off"
      {...input}
      onChange={event => fields.setFieldValue('topicId', event.currentTarget.value.trim())}
      error={error}
      description={
        !error && (
          <FieldHint hint={topicHint(telegram.chat, topicId)}>
            El número que sigue al del chat en el enlace de un mensaje del tema. Vacío para
            «General».
          </FieldHint>
        )
      }
    />
  )
}
