import { Button, Group, Input, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Children, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_BUTTONS } from '#shared/limits.ts'
import type { TemplateButton } from '#shared/model/template-button.ts'
import { templateLabels } from '#shared/texts/templates.ts'
import layout from '#web/parts/keyboard-rows.module.css'
import text from '#web/ui/text.module.css'
import { type ButtonErrors, errorsAt, firstWrong } from './button-errors.ts'
import { ButtonFields, type ButtonFieldsHandle, type FieldProps } from './button-fields.tsx'
import { kindIcons } from './button-looks.tsx'
import { added, type Direction, moved, type Place, removed, replaced } from './button-rows.ts'
import { kindNames, newButtons, placeWords } from './button-words.ts'
import classes from './buttons-editor.module.css'

export interface ButtonsEditorHandle {
  /** Focuses the first field with an error, else the first add button. */
  focus(): void
}

interface ButtonsEditorProps extends FieldProps {
  rows: TemplateButton[][]
  onChange: (rows: TemplateButton[][]) => void
  errors: ButtonErrors
  ref: Ref<ButtonsEditorHandle>
}

const kinds = ['chart', 'copy', 'link'] as const

/** Buttons as they will be shown under the message; a press on one opens its fields. */
export function ButtonsEditor({ rows, onChange, errors, ref, ...fieldProps }: ButtonsEditorProps) {
  const id = useId()
  const [open, setOpen] = useState<{ place: Place; key: number }>()
  const [told, setTold] = useState('')
  const keyboard = useRef<HTMLDivElement>(null)
  const adding = useRef<HTMLButtonElement>(null)
  const fields = useRef<ButtonFieldsHandle>(null)

  const all = rows.flat()
  const opened = open && rows[open.place.row]?.[open.place.column]
  const isOpen = ({ row, column }: Place) => open?.place.row === row && open.place.column === column
  const show = (place: Place) => setOpen(last => ({ place, key: (last?.key ?? 0) + 1 }))

  useImperativeHandle(ref, () => ({
    focus() {
      const place = firstWrong(errors)
      if (!place) return adding.current?.focus()
      flushSync(() => show(place))
      fields.current?.focus(Object.keys(errorsAt(errors, place))[0])
    },
  }))

  const add = (kind: TemplateButton['kind']) => {
    const next = added(rows, newButtons[kind])
    flushSync(() => {
      onChange(next.rows)
      show(next.place)
    })
    fields.current?.focus()
  }

  const move = (place: Place, direction: Direction) => {
    const next = moved(rows, place, direction)
    if (!next) return
    onChange(next.rows)
    setOpen(last => last && { ...last, place: next.place })
    setTold(placeWords(next.rows, next.place))
  }

  /** Removes a button; focuses the one that takes its place, else the last one, else the first add button. */
  const remove = (place: Place, button: TemplateButton) => {
    const next = removed(rows, place)
    const index = Math.min(all.indexOf(button), all.length - 2)
    flushSync(() => {
      onChange(next)
      setOpen(undefined)
      setTold(`Botón «${button.text}» quitado`)
    })
    const heir = keyboard.current?.querySelectorAll('button')[index] ?? adding.current
    heir?.focus()
  }

  const chips = (row: TemplateButton[], rowIndex: number) => {
    const chip = (button: TemplateButton, column: number) => {
      const place = { row: rowIndex, column }
      return (
        <Chip
          button={button}
          isWrong={Object.keys(errorsAt(errors, place)).length > 0}
          fieldsId={`${id}-fields`}
          isOpen={isOpen(place)}
          onToggle={() => (isOpen(place) ? setOpen(undefined) : show(place))}
        />
      )
    }
    return <div className={layout.row}>{Children.toArray(row.map(chip))}</div>
  }

  return (
    <section aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <Input.Label labelElement="div" id={`${id}-title`} mb={0}>
          {templateLabels.buttons}
        </Input.Label>
        <span className={text.quiet}>
          {all.length} de {MAX_BUTTONS}
        </span>
        <Group className={classes.add} gap={8}>
          {kinds.map((kind, index) => (
            <Button
              key={kind}
              ref={index === 0 ? adding : undefined}
              size="xs"
              variant="subtle"
              leftSection={<IconPlus />}
              disabled={all.length >= MAX_BUTTONS}
              aria-label={`Añadir botón: ${kindNames[kind]}`}
              onClick={() => add(kind)}
            >
              {kindNames[kind]}
            </Button>
          ))}
        </Group>
      </div>
      {all.length === 0 ? (
        <p className={`${classes.none} ${text.quiet}`}>
          Debajo del mensaje: abren el gráfico, copian un valor o llevan a una dirección.
        </p>
      ) : (
        <div className={layout.keyboard} ref={keyboard}>
          {Children.toArray(rows.map(chips))}
        </div>
      )}
      {open && opened && (
        <ButtonFields
          {...fieldProps}
          key={open.key}
          id={`${id}-fields`}
          ref={fields}
          button={opened}
          errors={errorsAt(errors, open.place)}
          onChange={button => onChange(replaced(rows, open.place, button))}
          canMove={direction => moved(rows, open.place, direction) !== undefined}
          onMove={direction => move(open.place, direction)}
          onRemove={() => remove(open.place, opened)}
        />
      )}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </section>
  )
}

interface ChipProps {
  button: TemplateButton
  isWrong: boolean
  /** Id of the fields that it opens. */
  fieldsId: string
  isOpen: boolean
  onToggle: () => void
}

function Chip({ button, isWrong, fieldsId, isOpen, onToggle }: ChipProps) {
  return (
    <UnstyledButton
      className={classes.chip}
      data-style={button.style}
      data-invalid={isWrong || undefined}
      aria-expanded={isOpen}
      aria-controls={isOpen ? fieldsId : undefined}
      onClick={onToggle}
    >
      {kindIcons[button.kind]}
      <span className={text.line}>{button.text.trim() || 'Sin texto'}</span>
      {isWrong && <VisuallyHidden>(por corregir)</VisuallyHidden>}
    </UnstyledButton>
  )
}
