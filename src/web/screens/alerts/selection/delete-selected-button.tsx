import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { totalWords } from '#web/parts/page-range.ts'
import { askBulk } from '../ask-bulk.ts'
import type { Found } from '../use-alerts-page.ts'
import type { Selection } from './use-selection.ts'

interface DeleteSelectedButtonProps {
  selection: Selection
  found: Found | undefined
}

/** Deletes the selected alerts after confirmation. */
export function DeleteSelectedButton({ selection, found }: DeleteSelectedButtonProps) {
  const { alerts, isEverything, clear } = selection
  const count = isEverything && found ? found : { total: alerts.length }
  const ask = () => {
    if (!isEverything) void askBulk(acts => acts.deletionOf(alerts), clear)
    else if (found) void askBulk(acts => acts.deletionOfFound(found), clear)
  }
  return (
    <Button
      size="xs"
      variant="outline"
      color="bad"
      leftSection={<IconTrash />}
      disabled={count.total === 0 || (isEverything && !found)}
      onClick={ask}
    >
      Eliminar Seleccionadas ({totalWords(count)})
    </Button>
  )
}
