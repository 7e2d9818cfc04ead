import { autocompletion, startCompletion } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { filterCompletions } from './filter-completions.ts'
import { placeholderCompletions } from './placeholder-completions.ts'

/** Placeholders and their filters, offered while one writes. */
export const suggestions = (recentKeys: () => readonly string[]): Extension =>
  autocompletion({
    override: [placeholderCompletions(recentKeys), filterCompletions],
    icons: false,
    interactionDelay: 0,
  })

/** Offers them for a placeholder that was begun before they had come. */
export function resume(view: EditorView): void {
  const { head } = view.state.selection.main
  if (/\{\{[^{}]*$/.test(view.state.sliceDoc(view.state.doc.lineAt(head).from, head)))
    startCompletion(view)
}
