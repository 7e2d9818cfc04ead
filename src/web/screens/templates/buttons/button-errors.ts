import type { FormErrors } from '@mantine/form'
import type { ReactNode } from 'react'
import { buttonFaults } from '#shared/message/button-faults.ts'
import type { TemplateButton } from '#shared/model/template-button.ts'
import type { Place } from './button-rows.ts'

/** What is said against single fields of buttons, by `buttons.row.column.field`. */
export type ButtonErrors = FormErrors

/** What keeps the buttons from being saved: the first complaint about each of their fields. */
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

/** What is said against the fields of the button in that place, by the field's name. */
export function errorsAt(errors: ButtonErrors, { row, column }: Place): Record<string, ReactNode> {
  const start = `buttons.${row}.${column}.`
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path.startsWith(start))
      .map(([path, error]) => [path.slice(start.length), error]),
  )
}

/** The place of the first button, as they are read, that something is said against. */
export function firstWrong(errors: ButtonErrors): Place | undefined {
  const places = Object.keys(errors)
    .filter(isOfButtons)
    .flatMap(path => {
      const [, row, column] = path.split('.').map(Number)
      return row === undefined || column === undefined ? [] : { row, column }
    })
  return places.sort((a, b) => a.row - b.row || a.column - b.column)[0]
}
