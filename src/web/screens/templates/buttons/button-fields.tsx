import type { Extension } from '@codemirror/state'
import { Button } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { type ButtonStyle, buttonStyles } from '#shared/message/composed-message.ts'
import { MAX_COPY_LENGTH } from '#shared/message/message-buttons.ts'
import type { TemplateButton } from '#shared/model/template-button.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { CodeEditor, type CodeEditorHandle } from '#web/ui/code-editor/code-editor.tsx'
import { singleLine } from '#web/ui/code-editor/single-line.ts'
import { MoveButton } from '#web/ui/move-button.tsx'
import text from '#web/ui/text.module.css'
import type { WrittenField, WrittenFieldEvents } from '../use-written-field.ts'
import classes from './button-fields.module.css'
import type { Direction } from './button-rows.ts'
import { kindNames, styleNames } from './button-words.ts'

export interface ButtonFieldsHandle {
  /** @param field «value» or «url»; any other is the text */
  focus(field?: string): void
}

export interface FieldProps {
  /** Editor extensions of texts with placeholders. Must be the same object while unchanged. */
  language: readonly Extension[]
  events: WrittenFieldEvents
}

interface ButtonFieldsProps extends FieldProps {
  id: string
  button: TemplateButton
  errors: Record<string, ReactNode>
  onChange: (button: TemplateButton) => void
  canMove: (direction: Direction) => boolean
  onMove: (direction: Direction) => void
  onRemove: () => void
  ref: Ref<ButtonFieldsHandle>
}

/** Fields of one button: its text, effect, colour and place. */
export function ButtonFields({
  id,
  button,
  errors,
  language,
  events,
  onChange,
  canMove,
  onMove,
  onRemove,
  ref,
}: ButtonFieldsProps) {
  const caption = useRef<CodeEditorHandle>(null)
  const effect = useRef<CodeEditorHandle>(null)
  const line = useMemo(() => [singleLine, language], [language])
  useImperativeHandle(ref, () => ({
    focus: field => (field === 'value' || field === 'url' ? effect : caption).current?.focus(),
  }))
  useEffect(() => events.onGone, [events])
  const field = (
    editor: WrittenField['editor'],
    label: string,
    changed: (text: string) => TemplateButton,
  ) => ({
    ref: editor,
    label,
    required: true,
    minLines: 1,
    onFocus: () => events.onFocus({ editor, label }),
    onBlur: events.onBlur,
    onChange: (text: string) => {
      events.onWrite({ editor, label })
      onChange(changed(text))
    },
  })

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser
    <div
      id={id}
      className={classes.fields}
      role="group"
      aria-label={`Botón de ${kindNames[button.kind]}`}
    >
      <CodeEditor
        {...field(caption, 'Texto del botón', text => ({ ...button, text }))}
        maxLines={3}
        extensions={line}
        value={button.text}
        error={errors.text}
      />
      {button.kind === 'chart' && (
        <p className={`${classes.note} ${text.quiet}`}>
          Abre TradingView en el símbolo y la temporalidad de la alerta.
        </p>
      )}
      {button.kind === 'copy' && (
        <CodeEditor
          {...field(effect, 'Lo que copia', value => ({ ...button, value }))}
          description={`Hasta ${MAX_COPY_LENGTH} caracteres`}
          maxLines={6}
          extensions={language}
          value={button.value}
          error={errors.value}
        />
      )}
      {button.kind === 'link' && (
        <CodeEditor
          {...field(effect, 'Dirección', url => ({ ...button, url }))}
          description="https, http o tg; con placeholders detrás del dominio"
          maxLines={4}
          extensions={line}
          value={button.url}
          error={errors.url}
        />
      )}
      <ChoiceField
        label="Color"
        options={colours}
        value={button.style ?? 'none'}
        onChange={colour => onChange(coloured(button, colour))}
      />
      <div className={classes.foot}>
        <div className={classes.moves}>
          {moves.map(({ direction, label, icon: Icon }) => (
            <MoveButton
              key={direction}
              label={label}
              icon={<Icon />}
              atEnd={!canMove(direction)}
              onMove={() => onMove(direction)}
            />
          ))}
        </div>
        <Button
          className={classes.remove}
          variant="subtle"
          size="xs"
          color="bad"
          leftSection={<IconTrash />}
          onClick={onRemove}
        >
          Quitar botón
        </Button>
      </div>
    </div>
  )
}

const moves = [
  { direction: 'left', label: 'Mover a la izquierda', icon: IconArrowLeft },
  { direction: 'right', label: 'Mover a la derecha', icon: IconArrowRight },
  { direction: 'up', label: 'Mover a la fila de arriba', icon: IconArrowUp },
  { direction: 'down', label: 'Mover a la fila de abajo', icon: IconArrowDown },
] as const

const colours = [
  { value: 'none' as const, label: 'Sin color' },
  ...buttonStyles.map(style => ({
    value: style,
    label: (
      <span className={classes.colour} data-style={style}>
        {styleNames[style]}
      </span>
    ),
  })),
]

function coloured(
  { style: _, ...button }: TemplateButton,
  colour: ButtonStyle | 'none',
): TemplateButton {
  return colour === 'none' ? button : { ...button, style: colour }
}
