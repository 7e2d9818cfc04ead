import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useEffect, useState } from 'react'
import { MAX_TAG_LENGTH } from '#shared/limits.ts'
import { tagTexts } from '#shared/texts.ts'
import { client } from '#web/data/client.ts'
import { errorMessage, fieldErrors } from '#web/data/error-message.ts'
import { useAct } from '#web/data/use-act.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { checkNewName } from './check-new-name.ts'
import { useTagsRefresh } from './use-tags-refresh.ts'

interface RenameDialogProps {
  tag: string
  /** All tags there are, as they are now. */
  tags: readonly string[]
  onRenamed: (name: string) => void
}

/** Opens as soon as it is mounted; a new `key` opens it anew. */
export function RenameDialog({ tag, tags, onRenamed }: RenameDialogProps) {
  const [opened, setOpened] = useState(false)
  // Opening after mounting lets the dialog remember who had the focus.
  useEffect(() => setOpened(true), [])
  const close = () => setOpened(false)

  const form = useForm({
    initialValues: { name: tag },
    validate: { name: typed => checkNewName(typed, { tag, tags }) },
  })
  const focusField = () => form.getInputNode('name')?.focus()
  const refresh = useTagsRefresh()
  const rename = useAct({
    call: (name: string, signal) => client.tags.rename({ tag, name }, { signal }),
    onSuccess: async (_, name) => {
      onRenamed(name)
      await refresh()
      showToast({ type: 'success', message: tagTexts.renamed(tag, name) })
      close()
    },
    onError: error => {
      form.setFieldError('name', fieldErrors(error).name ?? errorMessage(error))
      focusField()
      // A refusal tells that what this browser shows is no longer so.
      if (error instanceof ORPCError) void refresh()
    },
  })
  const { giveUp } = rename
  const leave = useGuardedClose({ opened, changed: form.isDirty(), close, giveUp })

  return (
    <Dialog
      opened={opened}
      onClose={leave}
      title="Renombrar Etiqueta"
      width={440}
      onSubmit={form.onSubmit(({ name }) => rename.start(name.trim()), focusField)}
      foot={
        <>
          <Button onClick={leave}>Cancelar</Button>
          <Button type="submit" variant="filled" loading={rename.isPending}>
            Renombrar
          </Button>
        </>
      }
    >
      <TextInput
        label="Nuevo Nombre para la Etiqueta"
        description="Cambia en todas las conexiones que la llevan."
        autoComplete="off"
        maxLength={MAX_TAG_LENGTH}
        required
        data-autofocus
        {...form.getInputProps('name')}
        onFocus={event => event.currentTarget.select()}
      />
    </Dialog>
  )
}
