import { IconCopyPlus, IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { formatNumber, truncate } from '#shared/format.ts'
import { TEMPLATE_PREVIEW_LENGTH } from '#shared/limits.ts'
import type { Template } from '#shared/model/template.ts'
import { ItemAction, ItemCard, ItemHead } from '#web/ui/item-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import classes from './template-card.module.css'
import glimpse from './template-glimpse.module.css'
import { TemplateGlimpse } from './template-glimpse.tsx'

interface TemplateCardProps {
  template: Template
  /** Templates whose newest alerts are fetched together with its own. */
  page: readonly string[]
  onEdit: () => void
  onDuplicate: () => void
  onDelete: () => void
}

export function TemplateCard({ template, page, onEdit, onDuplicate, onDelete }: TemplateCardProps) {
  const { id, name, content, usedBy } = template
  const titleId = useId()
  return (
    <ItemCard
      titleId={titleId}
      foot={
        <>
          <ItemAction titleId={titleId} main icon={IconPencil} label="Editar" onClick={onEdit} />
          <ItemAction
            titleId={titleId}
            icon={IconCopyPlus}
            label="Duplicar"
            onClick={onDuplicate}
          />
          <ItemAction titleId={titleId} icon={IconTrash} label="Eliminar" onClick={onDelete} />
        </>
      }
    >
      <ItemHead titleId={titleId} name={name} id={id} />
      <TemplateGlimpse template={template} page={page} />
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

/** Placeholder in the shape of a card with four lines of content. */
export function TemplateCardSkeleton() {
  return (
    <ItemCard
      foot={
        <>
          <Skeleton height={28} width={76} />
          <Skeleton height={28} width={88} />
          <Skeleton height={28} width={84} />
        </>
      }
    >
      <Skeleton height={16} width="55%" my={4} />
      <Skeleton height={8} width="30%" my={4} />
      <Skeleton className={glimpse.loading} />
      <div className={classes.content}>
        {[72, 40, 56, 48].map(width => (
          <Skeleton key={width} height={8} width={`${width}%`} my={6} />
        ))}
      </div>
      <Skeleton height={8} width="45%" my={4} />
    </ItemCard>
  )
}
