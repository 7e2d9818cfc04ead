import { type Extension, Prec } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view'

/** Code units of the text; empty ranges are not shown. */
export interface CodeMark {
  from: number
  to: number
  /** `accent` is for text that will be replaced, `faint` for syntax, `name` for the names of values. */
  look: 'accent' | 'faint' | 'name'
}

const looks = {
  accent: Decoration.mark({ class: 'cm-accent' }),
  faint: Decoration.mark({ class: 'cm-faint' }),
  name: Decoration.mark({ class: 'cm-name' }),
}

/** Colours the ranges that `read` finds in the text. */
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
