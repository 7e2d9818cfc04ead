import { TextInput } from '@mantine/core'
import { MAX_TAG_LENGTH } from '#shared/limits.ts'
import { tagTexts } from '#shared/texts.ts'
import { client } from '#web/data/client.ts'
import { errorMessage, fieldErrors } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { EditDialog } from '#web/parts/editing/edit-dialog.tsx'
import { useDraft } from '#web/parts/editing/use-draft.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { useOpened } from '#web/ui/use-opening.ts'
import { checkNewName } from './tag-names.ts'

interface RenameDialogProps {
  tag: string
  /** All tags there are, as they are now. */
  tags: readonly string[]
  onRenamed: (name: string) => void
}

/** Opens as soon as it is mounted; a new `key` opens it again. */
export function RenameDialog({ tag, tags, onRenamed }: RenameDialogProps) {
  const dialog = useOpened()
  const draft = useDraft({
    initialValues: { name: tag },
    validate: { name: typed => checkNewName(typed, { tag, tags }) },
    refusedFields: error => ({ name: fieldErrors(error).name ?? errorMessage(error) }),
  })
  const rename = useAction({
    call: (name: string, signal) => client.tags.rename({ tag, name }, { signal }),
    onSuccess: (_, name) => onRenamed(name),
    onShown: (_, name) => {
      showToast({ type: 'success', message: tagTexts.renamed(tag, name) })
      dialog.close()
    },
    onError: error => draft.onRefused(error),
  })

  return (
    <EditDialog
      form={draft.sentTo(({ name }) => rename.start(name.trim()), rename)}
      dialog={dialog}
      title="Renombrar Etiqueta"
      width={440}
      action="Renombrar"
    >
      <TextInput
        label="Nuevo Nombre para la Etiqueta"
        description="Cambia en todas las conexiones que la llevan."
        autoComplete="off"
        maxLength={MAX_TAG_LENGTH}
        required
        data-autofocus
        {...draft.fields.getInputProps('name')}
        onFocus={event => event.currentTarget.select()}
      />
    </EditDialog>
  )
}
