import { EditorState, type Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'

/** Single-line field: Enter submits its form, and pasted line feeds become spaces. */
export const singleLine: Extension = [
  keymap.of([
    {
      key: 'Enter',
      run: view => {
        view.dom.closest('form')?.requestSubmit()
        return true
      },
    },
  ]),
  EditorState.transactionFilter.of(transaction => {
    const { newDoc } = transaction
    if (!transaction.docChanged || newDoc.lines === 1) return transaction
    const changes = Array.from({ length: newDoc.lines - 1 }, (_, index) => {
      const { to } = newDoc.line(index + 1)
      return { from: to, to: to + 1, insert: ' ' }
    })
    return [transaction, { changes, sequential: true }]
  }),
]
