import { type Extension, Prec } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view'

/** Code units of the text; empty ones are not shown. */
export interface CodeMark {
  from: number
  to: number
  /** `accent` is for what will be replaced, `faint` for what only steers. */
  look: 'accent' | 'faint'
}

const looks = {
  accent: Decoration.mark({ class: 'cm-accent' }),
  faint: Decoration.mark({ class: 'cm-faint' }),
}

/** Colours what `read` finds in the text, whatever the language says of it. */
export function codeMarks(read: (text: string) => readonly CodeMark[]): Extension {
  const decorated = (view: EditorView): DecorationSet =>
    Decoration.set(
      read(view.state.doc.toString())
        .filter(({ from, to }) => from < to)
        .map(({ from, to, look }) => looks[look].range(from, to)),
      true,
    )
  return Prec.highest(
    ViewPlugin.define(
      view => ({
        marks: decorated(view),
        update(update) {
          if (update.docChanged) this.marks = decorated(update.view)
        },
      }),
      { decorations: plugin => plugin.marks },
    ),
  )
}
