import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { formatNumber, truncate } from '#shared/format.ts'
import { TEMPLATE_PREVIEW_LENGTH } from '#shared/limits.ts'
import type { Template } from '#shared/model/template.ts'
import { ItemAction, ItemCard, ItemHead } from '#web/ui/item-card.tsx'
import text from '#web/ui/text.module.css'
import classes from './template-card.module.css'

interface TemplateCardProps {
  template: Template
  onEdit: () => void
  onDelete: () => void
}

export function TemplateCard({ template, onEdit, onDelete }: TemplateCardProps) {
  const { id, name, content, usedBy } = template
  const titleId = useId()
  return (
    <ItemCard
      titleId={titleId}
      foot={
        <>
          <ItemAction titleId={titleId} icon={IconPencil} label="Editar" onClick={onEdit} />
          <ItemAction titleId={titleId} icon={IconTrash} label="Eliminar" onClick={onDelete} />
        </>
      }
    >
      <ItemHead titleId={titleId} name={name} id={id} />
      <pre className={classes.content}>{truncate(content, TEMPLATE_PREVIEW_LENGTH)}</pre>
      {usedBy > 0 && (
        <p className={`${classes.use} ${text.quiet}`}>
          <IconPlugConnected />
          Utilizada por {formatNumber(usedBy)} conexión(es).
        </p>
      )}
    </ItemCard>
  )
}
