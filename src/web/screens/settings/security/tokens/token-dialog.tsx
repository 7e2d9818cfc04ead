import { Stack, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { MAX_TOKEN_NAME_LENGTH } from '#shared/limits.ts'
import type { TokenScope } from '#shared/model/api-token.ts'
import { apiTokenTexts } from '#shared/texts/api-tokens.ts'
import { client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { EditDialog, Refusal } from '#web/parts/editing/edit-dialog.tsx'
import { useDraft } from '#web/parts/editing/use-draft.ts'
import { calendar } from '#web/ui/calendar.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useOpened } from '#web/ui/use-opening.ts'
import { EXPIRY_PRESET, type Expiry, expiresAt, expiryChoices, expiryWords } from './expiry.ts'
import { scopeTexts, scopeWords } from './words.ts'

interface TokenDialogProps {
  onMade: (token: string) => void
}

interface Draft extends Expiry, Record<string, unknown> {
  name: string
  scope: TokenScope
}

/** Opens as soon as it is mounted; a new `key` opens it again. */
export function TokenDialog({ onMade }: TokenDialogProps) {
  const dialog = useOpened()
  const draft = useDraft<Draft>({
    initialValues: { name: '', scope: 'read', ...EXPIRY_PRESET },
    order: ['name', 'day'],
    validate: {
      name: typed => (typed.trim() ? null : apiTokenTexts.nameRequired),
      day: (day, { choice }) => (choice === 'day' && !day ? 'Elige un día.' : null),
    },
  })
  const { fields } = draft
  const make = useAction({
    call: ({ name, scope, ...expiry }: Draft, signal) =>
      client.tokens.create(
        { name, scope, expiresAt: expiresAt(expiry, Date.now()) ?? null },
        { signal },
      ),
    onSuccess: ({ token }) => {
      dialog.close()
      onMade(token)
    },
    onError: draft.onRefused,
  })
  const form = draft.sentTo(make.start, make)
  const { scope, choice } = fields.getValues()

  return (
    <EditDialog form={form} dialog={dialog} title="Crear Token de API" width={480} action="Crear">
      <Stack gap={16}>
        <TextInput
          label="Para qué es"
          placeholder="Copia de cada noche"
          autoComplete="off"
          maxLength={MAX_TOKEN_NAME_LENGTH}
          required
          data-autofocus
          {...fields.getInputProps('name')}
        />
        <ChoiceField<TokenScope>
          label="Qué puede hacer"
          description={scopeTexts[scope]}
          options={[
            { value: 'read', label: scopeWords.read },
            { value: 'all', label: scopeWords.all },
          ]}
          value={scope}
          onChange={value => fields.setFieldValue('scope', value)}
        />
        <Select
          label="Caduca"
          description={expiryWords(fields.getValues(), Date.now())}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={expiryChoices}
          {...fields.getInputProps('choice')}
        />
        {choice === 'day' && (
          <DatePickerInput
            {...calendar}
            clearable
            valueFormat="DD/MM/YYYY"
            leftSection={<IconCalendar />}
            leftSectionPointerEvents="none"
            label="Último día"
            placeholder="dd/mm/aaaa"
            minDate={new Date()}
            {...fields.getInputProps('day')}
          />
        )}
        <Refusal>{form.refusal}</Refusal>
      </Stack>
    </EditDialog>
  )
}
