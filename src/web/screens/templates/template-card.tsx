import { Button, Card, Title } from '@mantine/core'
import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { formatNumber, truncate } from '#shared/format.ts'
import { TEMPLATE_PREVIEW_LENGTH } from '#shared/limits.ts'
import type { Template } from '#shared/model/template.ts'
import classes from './template-card.module.css'

interface TemplateCardProps {
  template: Template
  onEdit: () => void
  onDelete: () => void
}

export function TemplateCard({ template, onEdit, onDelete }: TemplateCardProps) {
  const { id, name, content, usedBy } = template
  const title = useId()
  return (
    <Card component="article" padding={0} className={classes.card} aria-labelledby={title}>
      <div className={classes.body}>
        <Title order={2} id={title} className={classes.name} title={name}>
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
      </div>
      <footer className={classes.foot}>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPencil />}
          aria-describedby={title}
          onClick={onEdit}
        >
          Editar
        </Button>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconTrash />}
          aria-describedby={title}
          onClick={onDelete}
        >
          Eliminar
        </Button>
      </footer>
    </Card>
  )
}
