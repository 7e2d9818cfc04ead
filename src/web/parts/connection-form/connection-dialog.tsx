import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Template } from '#shared/model/template.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { ConnectionFields } from './connection-fields.tsx'
import type { Origin } from './connection-values.ts'
import { useConnectionForm } from './use-connection-form.ts'

interface ConnectionDialogProps {
  /** Undefined: a new connection is made from nothing. */
  origin: Origin | undefined
  templates: Template[]
}

/** Opens as soon as it is mounted; a new `key` opens it anew. */
export function ConnectionDialog({ origin, templates }: ConnectionDialogProps) {
  const [opened, setOpened] = useState(false)
  // Opening after mounting lets the dialog remember who had the focus.
  useEffect(() => setOpened(true), [])

  const close = () => setOpened(false)
  const form = useConnectionForm({ origin, templates, onSaved: close, onLeft: close })
  const { isEdit, giveUp } = form
  const leave = useGuardedClose({ opened, changed: form.fields.isDirty(), close, giveUp })

  return (
    <Dialog
      opened={opened}
      onClose={leave}
      title={isEdit ? 'Editar Conexión de Telegram' : 'Añadir Nueva Conexión de Telegram'}
      width="xl"
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button onClick={leave}>Cancelar</Button>
          <Button type="submit" variant="filled" loading={form.saving}>
            {isEdit ? 'Actualizar Conexión' : 'Guardar Conexión'}
          </Button>
        </>
      }
    >
      <ConnectionFields form={form} />
    </Dialog>
  )
}
