import { Button, Switch, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { inOrder, moveWidget, toggleWidget } from '#shared/dashboard-layout.ts'
import type { Widget } from '#shared/model/dashboard.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoveButton } from '#web/ui/move-button.tsx'
import classes from './customize-dialog.module.css'

interface CustomizeDialogProps {
  opened: boolean
  onClose: () => void
  widgets: readonly Widget[]
  onChange: (widgets: Widget[]) => void
  onReset: () => void
}

/** Dialog to show, hide and reorder widgets. */
export function CustomizeDialog({
  opened,
  onClose,
  widgets,
  onChange,
  onReset,
}: CustomizeDialogProps) {
  const [moved, setMoved] = useState('')
  const ordered = inOrder(widgets)
  const last = ordered.length - 1

  const move = ({ id, name }: Widget, by: -1 | 1) => {
    const next = moveWidget(widgets, id, by)
    onChange(next)
    setMoved(`${name}: puesto ${next.findIndex(widget => widget.id === id) + 1} de ${next.length}`)
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Personalizar Panel"
      width={440}
      footStart={
        <Button variant="subtle" onClick={onReset}>
          Restablecer Predeterminado
        </Button>
      }
      foot={<Button onClick={onClose}>Cerrar</Button>}
    >
      <ol className={classes.widgets}>
        {ordered.map((widget, place) => (
          <li key={widget.id} className={classes.widget}>
            <Switch
              className={classes.switch}
              label={widget.name}
              checked={widget.isVisible}
              onChange={() => onChange(toggleWidget(widgets, widget.id))}
            />
            <MoveButton
              label={`Subir ${widget.name}`}
              icon={<IconArrowUp />}
              atEnd={place === 0}
              onMove={() => move(widget, -1)}
            />
            <MoveButton
              label={`Bajar ${widget.name}`}
              icon={<IconArrowDown />}
              atEnd={place === last}
              onMove={() => move(widget, 1)}
            />
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
    </Dialog>
  )
}
