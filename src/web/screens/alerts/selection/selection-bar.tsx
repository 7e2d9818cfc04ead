import { Button, Checkbox } from '@mantine/core'
import { ResendSelectedButton } from './resend-selected-button.tsx'
import classes from './selection-bar.module.css'
import { failedWords, selectedWords } from './selection-words.ts'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** Ends the selecting, where that is a state of its own. */
  onLeave?: () => void
}

/** What is selected on the page, and what can be done with it. It is there even for none, so that nothing jumps. */
export function SelectionBar({ selection, onLeave }: SelectionBarProps) {
  const { alerts, isWhole } = selection
  const isEmpty = alerts.length === 0
  return (
    <div className={classes.bar} role="toolbar" aria-label="Selección">
      <Checkbox
        aria-label="Seleccionar toda la página"
        checked={isWhole}
        indeterminate={!isEmpty && !isWhole}
        onChange={selection.toggleAll}
      />
      <div className={classes.words} role="status" data-empty={isEmpty}>
        {selectedWords(alerts.length)}
        {!isEmpty && <span className={classes.which}>{failedWords(alerts)}</span>}
      </div>
      <div className={classes.actions}>
        {(onLeave || !isEmpty) && (
          <Button size="xs" variant="subtle" onClick={onLeave ?? selection.clear}>
            {onLeave ? 'Cancelar' : 'Quitar selección'}
          </Button>
        )}
        <ResendSelectedButton selection={selection} />
      </div>
    </div>
  )
}
