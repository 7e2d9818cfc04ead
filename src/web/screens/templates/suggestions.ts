import { autocompletion, startCompletion } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { filterCompletions } from './filter-completions.ts'
import { placeholderCompletions } from './placeholder-completions.ts'

/** Suggests placeholders and their filters while the user types. */
export const suggestions = (recentKeys: () => readonly string[]): Extension =>
  autocompletion({
    override: [placeholderCompletions(recentKeys), filterCompletions],
    icons: false,
    interactionDelay: 0,
  })

/** Opens the suggestions for a placeholder begun before their code had loaded. */
export function resume(view: EditorView): void {
  const { head } = view.state.selection.main
  if (/\{\{[^{}]*$/.test(view.state.sliceDoc(view.state.doc.lineAt(head).from, head)))
    startCompletion(view)
}
