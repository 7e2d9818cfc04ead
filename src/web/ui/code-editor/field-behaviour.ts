import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState, type Extension } from '@codemirror/state'
import {
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  highlightActiveLine,
  keymap,
  showTooltip,
  type ViewUpdate,
} from '@codemirror/view'
import { codeTheme } from './code-theme.ts'

/** Makes CodeMirror behave like other fields: Tab leaves it, and Escape closes an open list before the dialog. */
export const fieldBehaviour: Extension = [
  history(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  EditorState.phrases.of({ Completions: 'Sugerencias' }),
  keymap.of([
    { key: 'Escape', run: closeHover },
    // Escape is left to the dialog, and Ctrl+Enter to the shortcut that saves the form.
    ...defaultKeymap.filter(({ key }) => key !== 'Escape' && key !== 'Mod-Enter'),
    ...historyKeymap,
  ]),
  EditorView.contentAttributes.of(({ state }) => ({
    // A scrolling field must be reachable by keys; not all programs know that editable content always is.
    tabindex: '0',
    'data-mantine-stop-propagation': String(state.facet(showTooltip).some(Boolean)),
  })),
  EditorView.domEventHandlers({ beforeinput: typeOver }),
  EditorView.updateListener.of(putSelectionBack),
  codeTheme,
]

function closeHover(view: EditorView): boolean {
  if (!hasHoverTooltips(view.state)) return false
  view.dispatch({ effects: closeHoverTooltips })
  return true
}

/** Replaces a selection by typed text: Chromium puts text typed over marks into a styled element, which CSP forbids. */
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

/**
 * Restores the selection: Chromium collapses it to the start of the text when marks are drawn around it. Within 200
 * ms of its focus CodeMirror (view 6.43.15) attributes that to the focus, assumes that its own selection is
 * unchanged, and soon takes the start for the user's choice.
 */
function putSelectionBack({ view }: ViewUpdate): void {
  const drawn = document.getSelection()
  const { anchor, head, to } = view.state.selection.main
  if (to === 0 || !view.hasFocus || !drawn?.focusNode || !drawn.isCollapsed) return
  if (view.posAtDOM(drawn.focusNode, drawn.focusOffset) > 0) return
  const [start, end] = [view.domAtPos(anchor), view.domAtPos(head)]
  drawn.setBaseAndExtent(start.node, start.offset, end.node, end.offset)
}
