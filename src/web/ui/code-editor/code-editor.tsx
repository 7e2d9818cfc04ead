/** CodeMirror as a form field. It is heavy: import it only from lazily loaded code. */

import type { Extension } from '@codemirror/state'
import { EditorView, lineNumbers as lineNumbering } from '@codemirror/view'
import { Box, Input, useMantineStyleNonce } from '@mantine/core'
import { type ReactNode, type Ref, useId, useImperativeHandle, useMemo } from 'react'
import classes from './code-editor.module.css'
import { nextStop, selectRange, type TextRange } from './tab-stops.ts'
import { useEditorView } from './use-editor-view.ts'

export interface CodeEditorHandle {
  /** Inserts a text at the cursor or in place of the selection, and takes the focus. */
  insert(text: string): void
  /** Selects the first range after the cursor, else the first of all, and takes the focus. */
  selectNext(ranges: readonly TextRange[]): void
  focus(): void
}

interface CodeEditorProps {
  label: string
  /** Beside the label. */
  description?: ReactNode
  required?: boolean
  /** `true` marks the field without a message. */
  error?: ReactNode
  value: string
  onChange: (value: string) => void
  /** Language, completion, lint. Must be the same object between renders unless they change. */
  extensions: readonly Extension[]
  /** The field grows from `minLines` to `maxLines`, then it scrolls. */
  minLines?: number
  maxLines?: number
  lineNumbers?: boolean
  ref?: Ref<CodeEditorHandle>
  onFocus?: () => void
  onBlur?: () => void
  /** At the right end of the label's line. */
  action?: ReactNode
  /** Initial selection; undefined: the end. */
  start?: TextRange | undefined
}

const parts: ('label' | 'description' | 'input' | 'error')[] = [
  'label',
  'description',
  'input',
  'error',
]

export function CodeEditor({
  label,
  description,
  required = false,
  error,
  value,
  onChange,
  extensions,
  minLines = 3,
  maxLines = 16,
  lineNumbers = false,
  ref,
  onFocus,
  onBlur,
  action,
  start,
}: CodeEditorProps) {
  const id = useId()
  const nonce = useMantineStyleNonce()?.() ?? ''
  const isWrong = Boolean(error)
  const describedBy = [
    description ? `${id}-description` : '',
    isWrong && error !== true ? `${id}-error` : '',
  ].join(' ')

  const attributes = useMemo(
    () => ({
      'aria-labelledby': `${id}-label`,
      'aria-required': String(required),
      'aria-invalid': String(isWrong),
      'aria-describedby': describedBy,
    }),
    [id, required, isWrong, describedBy],
  )
  const options = useMemo(
    () => [
      lineNumbers ? lineNumbering() : [],
      EditorView.contentAttributes.of(attributes),
      ...extensions,
    ],
    [lineNumbers, attributes, extensions],
  )
  const { frame, view } = useEditorView({ value, onChange, options, nonce, start })

  useImperativeHandle(
    ref,
    () => ({
      insert(text) {
        view?.dispatch(view.state.replaceSelection(text), {
          userEvent: 'input',
          scrollIntoView: true,
        })
        view?.focus()
      },
      selectNext(ranges) {
        const range = view && (ranges[nextStop(view.state, ranges)] ?? ranges[0])
        if (range) selectRange(view, range)
        view?.focus()
      },
      focus() {
        view?.focus()
        view?.dom.scrollIntoView({ block: 'nearest' })
      },
    }),
    [view],
  )

  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      required={required}
      labelElement="div"
      labelProps={{ onClick: () => view?.focus() }}
      inputWrapperOrder={parts}
      classNames={{
        root: classes.root ?? '',
        label: classes.label ?? '',
        description: classes.description ?? '',
        error: classes.error ?? '',
      }}
    >
      {action && <div className={classes.action}>{action}</div>}
      <Box
        ref={frame}
        onFocus={onFocus}
        onBlur={onBlur}
        className={classes.frame}
        mod={{ invalid: isWrong }}
        __vars={{ '--min-lines': String(minLines), '--max-lines': String(maxLines) }}
      />
    </Input.Wrapper>
  )
}
