import { Button } from '@mantine/core'
import { IconBraces, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { SectionCard } from '#web/ui/section-card.tsx'
import classes from './panel-actions.module.css'

interface PanelActionsProps {
  testing: boolean
  editable: boolean
  onGenerate: () => void
  onTest: () => void
  onEdit: () => void
  onRemove: () => void
}

export function PanelActions({
  testing,
  editable,
  onGenerate,
  onTest,
  onEdit,
  onRemove,
}: PanelActionsProps) {
  return (
    <SectionCard title="Acciones">
      <div className={classes.actions}>
        <Button className={classes.wide} leftSection={<IconBraces />} onClick={onGenerate}>
          Generar JSON para TradingView
        </Button>
        <Button leftSection={<IconSend />} loading={testing} onClick={onTest}>
          Probar
        </Button>
        <Button leftSection={<IconPencil />} disabled={!editable} onClick={onEdit}>
          Editar
        </Button>
        <Button
          className={classes.remove}
          variant="outline"
          color="bad"
          leftSection={<IconTrash />}
          onClick={onRemove}
        >
          Eliminar
        </Button>
      </div>
    </SectionCard>
  )
}
