import type { FormErrors } from '@mantine/form'
import type { ReactNode } from 'react'
import { buttonFaults } from '#shared/message/button-faults.ts'
import type { TemplateButton } from '#shared/model/template-button.ts'
import type { Place } from './button-rows.ts'

/** Errors of single fields of buttons, keyed by `buttons.row.column.field`. */
export type ButtonErrors = FormErrors

/** First error of each field of the buttons; empty if they can be saved. */
export function buttonErrors(rows: TemplateButton[][]): ButtonErrors {
  const errors: ButtonErrors = {}
  for (const [row, buttons] of rows.entries())
    for (const [column, button] of buttons.entries()) {
      const written: Partial<Record<string, string>> = button
      for (const [field, faultOf] of Object.entries(buttonFaults)) {
        const fault = written[field] === undefined ? undefined : faultOf(written[field])
        if (fault !== undefined) errors[`buttons.${row}.${column}.${field}`] = fault
      }
    }
  return errors
}

export const isOfButtons = (path: string): boolean => path.split('.')[0] === 'buttons'

/** Errors of the button in that place, by field. */
export function errorsAt(errors: ButtonErrors, { row, column }: Place): Record<string, ReactNode> {
  const start = `buttons.${row}.${column}.`
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path.startsWith(start))
      .map(([path, error]) => [path.slice(start.length), error]),
  )
}

/** Place of the first button with an error, in reading order. */
export function firstWrong(errors: ButtonErrors): Place | undefined {
  const places = Object.keys(errors)
    .filter(isOfButtons)
    .flatMap(path => {
      const [, row, column] = path.split('.').map(Number)
      return row === undefined || column === undefined ? [] : { row, column }
    })
  return places.sort((a, b) => a.row - b.row || a.column - b.column)[0]
}
