import { Textarea } from '@mantine/core'
import { MAX_DESCRIPTION_LENGTH } from '#shared/limits.ts'
import { connectionLabels } from '#shared/texts/connections.ts'
import { OptionSwitch } from '#web/ui/option-switch.tsx'
import { AdvancedOptions } from './advanced-options.tsx'
import classes from './connection-fields.module.css'
import { TagsField } from './tags-field.tsx'
import type { ConnectionForm } from './use-connection-form.ts'
import type { TelegramQuestions } from './use-telegram-questions.ts'

interface MoreFieldsProps {
  fields: ConnectionForm['fields']
  telegram: Pick<TelegramQuestions, 'chat' | 'askChat'>
}

/** Optional fields, and fields whose default suits most connections. */
export function MoreFields({ fields, telegram }: MoreFieldsProps) {
  return (
    <>
      <Textarea
        className={classes.wide}
        label={connectionLabels.description}
        placeholder="Para qué es esta conexión"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_DESCRIPTION_LENGTH}
        {...fields.getInputProps('description')}
      />
      <TagsField fields={fields} />
      <div className={`${classes.wide} ${classes.options}`}>
        <OptionSwitch
          label={connectionLabels.groupBursts}
          description="Las alertas que tuvieron que esperar salen juntas, en un solo mensaje y en orden."
          {...fields.getInputProps('groupBursts', { type: 'checkbox' })}
        />
        <AdvancedOptions fields={fields} telegram={telegram} />
      </div>
    </>
  )
}
