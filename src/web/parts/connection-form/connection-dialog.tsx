import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { EditDialog } from '#web/parts/editing/edit-dialog.tsx'
import { useOpened } from '#web/ui/use-opening.ts'
import { ConnectionFields } from './connection-fields.tsx'
import type { Origin } from './connection-values.ts'
import { useConnectionForm } from './use-connection-form.ts'

interface ConnectionDialogProps {
  /** Undefined: a new connection. */
  origin: Origin | undefined
  templates: Template[]
  onSaved?: (saved: Connection) => void
}

/** Opens as soon as it is mounted; a new `key` opens it again. */
export function ConnectionDialog({ origin, templates, onSaved }: ConnectionDialogProps) {
  const dialog = useOpened()
  const { close } = dialog
  const form = useConnectionForm({
    origin,
    templates,
    onSaved: saved => {
      close()
      onSaved?.(saved)
    },
    onLeft: close,
  })
  return (
    <EditDialog
      form={form}
      dialog={dialog}
      width="xl"
      title={form.isEdit ? 'Editar Conexión de Telegram' : 'Añadir Nueva Conexión de Telegram'}
      action={form.action}
    >
      <ConnectionFields form={form} />
    </EditDialog>
  )
}
