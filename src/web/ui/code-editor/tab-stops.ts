import { type EditorState, type Extension, Prec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'

/** Code units of a text; `to` is exclusive. */
export interface TextRange {
  from: number
  to: number
}

/** Tab selects the next range, and leaves the field after the last; Shift+Tab goes back. */
export const tabStops = (find: (text: string) => readonly TextRange[]): Extension => {
  const select = (pick: (state: EditorState, ranges: readonly TextRange[]) => number) => {
    return (view: EditorView): boolean => {
      const ranges = find(view.state.doc.toString())
      const range = ranges[pick(view.state, ranges)]
      if (range) selectRange(view, range)
      return range !== undefined
    }
  }
  return Prec.highest(keymap.of([{ key: 'Tab', run: select(nextStop), shift: select(stopBefore) }]))
}

/** Index of the next range, or -1. */
export const nextStop = ({ selection: { main } }: EditorState, ranges: readonly TextRange[]) =>
  ranges.findIndex(({ from }) => from >= main.to)

const stopBefore = ({ selection: { main } }: EditorState, ranges: readonly TextRange[]) =>
  ranges.findLastIndex(({ to }) => to <= main.from)

export const selectRange = (view: EditorView, { from, to }: TextRange): void =>
  view.dispatch({
    selection: { anchor: from, head: to },
    scrollIntoView: true,
    userEvent: 'select',
  })
