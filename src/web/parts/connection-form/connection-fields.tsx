import { Textarea, TextInput } from '@mantine/core'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts'
import { connectionLabels } from '#shared/texts.ts'
import { Refusal } from '#web/parts/editing/edit-dialog.tsx'
import { OptionSwitch } from '#web/ui/option-switch.tsx'
import { SearchSelect } from '#web/ui/search-select.tsx'
import { AdvancedOptions } from './advanced-options.tsx'
import { BotTokenField } from './bot-token-field.tsx'
import { ChatIdField } from './chat-id-field.tsx'
import classes from './connection-fields.module.css'
import { Explained } from './explained.tsx'
import { TagsField } from './tags-field.tsx'
import type { ConnectionForm } from './use-connection-form.ts'
import { useTelegramQuestions } from './use-telegram-questions.ts'

/** Everything between the head and the buttons of a connection form. */
export function ConnectionFields({ form }: { form: ConnectionForm }) {
  const { fields, templates, refusal } = form
  const telegram = useTelegramQuestions(form)
  return (
    <div className={classes.fields}>
      <TextInput
        className={classes.wide}
        label={connectionLabels.name}
        placeholder="BTC Scalping 5m"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        data-autofocus
        required
        {...fields.getInputProps('name')}
      />
      <BotTokenField form={form} telegram={telegram} />
      <ChatIdField fields={fields} telegram={telegram} />
      <Explained topic="templateId">
        {id => (
          <SearchSelect
            id={id}
            aria-label={connectionLabels.templateId}
            data={templates.map(({ id: value, name: label }) => ({ value, label }))}
            placeholder="Selecciona una plantilla"
            nothingFoundMessage="Ninguna plantilla se llama así"
            required
            {...fields.getInputProps('templateId')}
          />
        )}
      </Explained>
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
      <Refusal className={classes.wide}>{refusal}</Refusal>
    </div>
  )
}
