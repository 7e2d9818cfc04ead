import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState, type Extension } from '@codemirror/state'
import {
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  highlightActiveLine,
  keymap,
  showTooltip,
} from '@codemirror/view'
import { codeTheme } from './code-theme.ts'

/** What makes CodeMirror a field like any other: Tab leaves it, and Escape first closes its lists. */
export const fieldBehaviour: Extension = [
  history(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  EditorState.phrases.of({ Completions: 'Sugerencias' }),
  keymap.of([
    { key: 'Escape', run: closeHover },
    ...defaultKeymap.filter(({ key }) => key !== 'Escape'),
    ...historyKeymap,
  ]),
  EditorView.contentAttributes.of(({ state }) => ({
    'data-mantine-stop-propagation': String(state.facet(showTooltip).some(Boolean)),
  })),
  EditorView.domEventHandlers({ beforeinput: typeOver }),
  codeTheme,
]

function closeHover(view: EditorView): boolean {
  if (!hasHoverTooltips(view.state)) return false
  view.dispatch({ effects: closeHoverTooltips })
  return true
}

/** Chromium would put what is typed over coloured text into a styled element, which CSP forbids. */
function typeOver(event: InputEvent, view: EditorView): boolean {
  const selection = document.getSelection()
  if (event.inputType !== 'insertText' || event.data === null || !selection?.rangeCount)
    return false
  const range = selection.getRangeAt(0)
  if (range.collapsed) return false
  const from = view.posAtDOM(range.startContainer, range.startOffset)
  const to = view.posAtDOM(range.endContainer, range.endOffset)
  const insert = view.state.toText(event.data)
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  })
  event.preventDefault()
  return true
}
