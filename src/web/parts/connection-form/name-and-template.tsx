import { TextInput } from '@mantine/core'
import { MAX_NAME_LENGTH } from '#shared/limits.ts'
import { connectionLabels } from '#shared/texts/connections.ts'
import { SearchSelect } from '#web/ui/search-select.tsx'
import { Explained } from './explained.tsx'
import type { ConnectionForm } from './use-connection-form.ts'

interface NameFieldProps {
  fields: ConnectionForm['fields']
  className?: string | undefined
  autoFocus?: boolean
}

export const NameField = ({ fields, className, autoFocus = false }: NameFieldProps) => (
  <TextInput
    className={className}
    label={connectionLabels.name}
    placeholder="BTC Scalping 5m"
    autoComplete="off"
    maxLength={MAX_NAME_LENGTH}
    data-autofocus
    autoFocus={autoFocus}
    required
    {...fields.getInputProps('name')}
  />
)

export const TemplateField = ({
  fields,
  templates,
}: Pick<ConnectionForm, 'fields' | 'templates'>) => (
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
)
