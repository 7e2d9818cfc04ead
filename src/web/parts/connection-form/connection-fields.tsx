import {
  ActionIcon,
  Input,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts'
import { connectionLabels } from '#shared/texts.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './connection-fields.module.css'
import { type HelpTopic, helpTopics } from './help-topics.tsx'
import { openHelp } from './open-help.tsx'
import { TagsField } from './tags-field.tsx'
import type { ConnectionForm } from './use-connection-form.ts'

/** Everything between the head and the buttons of a connection form. */
export function ConnectionFields({ form }: { form: ConnectionForm }) {
  const { fields, connection, templates, refusal } = form
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
      <Explained topic="telegramBotToken" wide>
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
            {...fields.getInputProps('telegramBotToken')}
            onChange={event =>
              fields.setFieldValue('telegramBotToken', event.currentTarget.value.trim())
            }
          />
        )}
      </Explained>
      <Explained topic="telegramChatId">
        {id => (
          <TextInput
            id={id}
            classNames={{ input: classes.mono }}
            placeholder="-1001234567890"
            autoComplete="off"
            spellCheck={false}
            required
            {...fields.getInputProps('telegramChatId')}
          />
        )}
      </Explained>
      <Explained topic="templateId">
        {id => (
          <Select
            id={id}
            aria-label={connectionLabels.templateId}
            data={templates.map(({ id: value, name: label }) => ({ value, label }))}
            placeholder="Selecciona una plantilla"
            nothingFoundMessage="Ninguna plantilla se llama así"
            searchable
            required
            {...fields.getInputProps('templateId')}
          />
        )}
      </Explained>
      <Textarea
        className={classes.wide}
        label="Descripción"
        placeholder="Para qué es esta conexión"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_DESCRIPTION_LENGTH}
        {...fields.getInputProps('description')}
      />
      <TagsField fields={fields} />
      {refusal && (
        <div className={classes.wide} ref={node => node?.scrollIntoView({ block: 'nearest' })}>
          <Notice>{refusal}</Notice>
        </div>
      )}
    </div>
  )
}

interface ExplainedProps {
  topic: HelpTopic
  wide?: boolean
  /** The field, under the id that its label points to. */
  children: (id: string) => ReactNode
}

/** A field whose label is followed by the icon that explains it. */
function Explained({ topic, wide, children }: ExplainedProps) {
  const id = useId()
  const { question } = helpTopics[topic]
  return (
    <div className={wide ? classes.wide : undefined}>
      <div className={classes.label}>
        <Input.Label htmlFor={id}>{connectionLabels[topic]}</Input.Label>
        <Tooltip label={question}>
          <ActionIcon size="sm" aria-label={question} onClick={() => openHelp(topic)}>
            <IconHelpCircle />
          </ActionIcon>
        </Tooltip>
      </div>
      {children(id)}
    </div>
  )
}
