import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import type { Passkey } from '#shared/model/passkey.ts'
import { dates } from '#web/data/local-time.ts'
import { LastUse } from '../last-use.tsx'
import { RowAction } from '../row-action.tsx'
import { SecurityRow } from '../security-row.tsx'

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey
  const id = useId()
  return (
    <SecurityRow
      icon={IconFingerprint}
      name={name}
      id={id}
      facts={
        <>
          <time dateTime={createdAt}>Desde el {dates.date(createdAt)}</time>
          <LastUse at={lastUsedAt} />
        </>
      }
    >
      <RowAction icon={IconPencil} label="Cambiar nombre" of={id} onClick={onRename} />
      <RowAction icon={IconTrash} label="Eliminar" of={id} onClick={onRemove} />
    </SecurityRow>
  )
}
