import { Title } from '@mantine/core'
import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { formatNumber, truncate } from '#shared/format.ts'
import { TEMPLATE_PREVIEW_LENGTH } from '#shared/limits.ts'
import type { Template } from '#shared/model/template.ts'
import { ItemAction, ItemCard } from '#web/ui/item-card.tsx'
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
      <Title order={2} id={titleId} className={classes.name} title={name}>
        {name}
      </Title>
      <code className={classes.id}>{id}</code>
      <pre className={classes.content}>{truncate(content, TEMPLATE_PREVIEW_LENGTH)}</pre>
      {usedBy > 0 && (
        <p className={classes.use}>
          <IconPlugConnected />
          Utilizada por {formatNumber(usedBy)} conexión(es).
        </p>
      )}
    </ItemCard>
  )
}
