import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useGuardedClose } from '#web/ui/use-guarded-close.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { useConnectionForm } from './use-connection-form.ts'

interface ConnectionDialogProps {
  /** The connection to edit; without one a new one is made. */
  connection?: Connection | undefined
  templates: Template[]
}

/** Opens as soon as it is mounted; a new `key` opens it anew. */
export function ConnectionDialog({ connection, templates }: ConnectionDialogProps) {
  const [opened, setOpened] = useState(false)
  // Opening after mounting lets the dialog remember who had the focus.
  useEffect(() => setOpened(true), [])

  const close = () => setOpened(false)
  const form = useConnectionForm({ connection, templates, onSaved: close })
  const leave = useGuardedClose({ opened, changed: form.fields.isDirty(), close })

  return (
    <Dialog
      opened={opened}
      onClose={leave}
      title={connection ? 'Editar Conexión de Telegram' : 'Añadir Nueva Conexión de Telegram'}
      width={720}
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button onClick={leave}>Cancelar</Button>
          <Button type="submit" variant="filled" loading={form.saving}>
            {connection ? 'Actualizar Conexión' : 'Guardar Conexión'}
          </Button>
        </>
      }
    >
      <ConnectionFields form={form} />
    </Dialog>
  )
}
