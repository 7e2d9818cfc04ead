import { EditorState, type Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'

/** A field of one line: Enter sends its form, and what is pasted loses its line feeds. */
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
