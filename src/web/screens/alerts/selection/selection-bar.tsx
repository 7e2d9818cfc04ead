import { Button, Checkbox, UnstyledButton } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { focusMarks } from '#web/ui/row-focus.ts'
import type { Found } from '../use-alerts-page.ts'
import { everythingWords, selectedWords, selectionWords } from '../words.ts'
import { DeleteSelectedButton } from './delete-selected-button.tsx'
import { ResendSelectedButton } from './resend-selected-button.tsx'
import classes from './selection-bar.module.css'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** All matches on all pages; undefined until loaded, and while a previous page is still on screen. */
  found: Found | undefined
  isFiltered: boolean
  /** Shown before the actions while the selection is empty. */
  aside?: ReactNode
  /** Leaves selection mode, which only phones have. */
  onLeave?: () => void
}

/**
 * Number of selected alerts and the actions on them. Beside a table it is present even without a selection, so
 * that the layout does not jump.
 */
export function SelectionBar({ selection, found, isFiltered, aside, onLeave }: SelectionBarProps) {
  const { alerts, elsewhere, isWhole, isEverything } = selection
  const all = useRef<HTMLInputElement>(null)
  const isEmpty = alerts.length === 0
  const offersEverything = isWhole && !isEverything && found && found.total > alerts.length
  const takeEverything = () => {
    selection.takeEverything()
    all.current?.focus()
  }
  const clear = () => {
    selection.clear()
    all.current?.focus()
  }
  const chosen = { selection: { ...selection, clear }, found }
  return (
    <div className={classes.bar} role="toolbar" aria-label="Selección">
      <Checkbox
        ref={all}
        {...focusMarks.wholePage}
        aria-label="Seleccionar toda la página"
        disabled={!selection.isPossible}
        checked={isWhole}
        indeterminate={!isEmpty && !isWhole}
        onChange={selection.toggleAll}
      />
      <div className={classes.words} role="status" data-empty={isEmpty}>
        {selectedWords(isEverything && found ? found : { total: alerts.length })}
        {!isEmpty && (
          <span className={classes.which}>
            {isEverything ? 'de todas las páginas' : selectionWords(alerts, elsewhere)}
          </span>
        )}
      </div>
      {offersEverything && (
        <Button size="xs" variant="subtle" className={classes.everything} onClick={takeEverything}>
          {everythingWords(found, isFiltered)}
        </Button>
      )}
      {(onLeave || !isEmpty) && (
        <Button size="xs" variant="subtle" className={classes.leave} onClick={onLeave ?? clear}>
          {onLeave ? 'Cancelar' : 'Quitar selección'}
        </Button>
      )}
      {isEmpty && aside && <div className={classes.aside}>{aside}</div>}
      <div className={classes.actions}>
        <ResendSelectedButton {...chosen} />
        <DeleteSelectedButton {...chosen} />
      </div>
    </div>
  )
}

/** Enters selection mode on phones. */
export function SelectButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton className={classes.button} onClick={onClick}>
      Seleccionar
    </UnstyledButton>
  )
}
