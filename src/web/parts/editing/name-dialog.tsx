import { TextInput } from '@mantine/core'
import { errorMessage, fieldErrors } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { useOpened } from '#web/ui/use-opening.ts'
import { EditDialog } from './edit-dialog.tsx'
import { useDraft } from './use-draft.ts'

interface NameDialogProps {
  title: string
  label: string
  description: string
  /** Label of the submit button. */
  action: string
  name: string
  /** Error of the typed name; null if valid. */
  check: (typed: string) => string | null
  rename: (name: string, signal: AbortSignal) => Promise<unknown>
  /** Called once the server has stored the name, before refetched data shows it. */
  onRenamed?: (name: string) => void
  /** Called as the new name is shown, before the dialog closes. */
  onShown?: (name: string) => void
}

/** Renames an item. Opens as soon as it is mounted; a new `key` opens it again. */
export function NameDialog({
  title,
  label,
  description,
  action,
  name,
  check,
  rename,
  onRenamed,
  onShown,
}: NameDialogProps) {
  const dialog = useOpened()
  const draft = useDraft({
    initialValues: { name },
    validate: { name: check },
    refusedFields: error => ({ name: fieldErrors(error).name ?? errorMessage(error) }),
  })
  const renaming = useAction({
    call: rename,
    onSuccess: (_, typed) => onRenamed?.(typed),
    onShown: (_, typed) => {
      onShown?.(typed)
      dialog.close()
    },
    onError: draft.onRefused,
  })
  return (
    <EditDialog
      form={draft.sentTo(values => renaming.start(values.name.trim()), renaming)}
      dialog={dialog}
      title={title}
      width={440}
      action={action}
    >
      <TextInput
        label={label}
        description={description}
        autoComplete="off"
        required
        data-autofocus
        {...draft.fields.getInputProps('name')}
        onFocus={event => event.currentTarget.select()}
      />
    </EditDialog>
  )
}
