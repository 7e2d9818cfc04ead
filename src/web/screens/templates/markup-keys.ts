import type { ChangeSpec, EditorState, Extension, TransactionSpec } from '@codemirror/state'
import { type Command, keymap } from '@codemirror/view'
import { isHtml } from '#shared/message/markup/html.ts'

type Markup = 'bold' | 'italic' | 'link'

const ADDRESS = 'https://'

const marks: Record<
  'markdown' | 'html',
  Record<Markup, readonly [before: string, after: string]>
> = {
  markdown: { bold: ['*', '*'], italic: ['_', '_'], link: ['[', `](${ADDRESS})`] },
  html: {
    bold: ['<b>', '</b>'],
    italic: ['<i>', '</i>'],
    link: [`<a href="${ADDRESS}">`, '</a>'],
  },
}

/** Puts the selection into bold, italic or a link, or takes it out again; its text stays selected. */
export function markUp(state: EditorState, markup: Markup): TransactionSpec {
  const [before, after] = marks[isHtml(state.doc.toString()) ? 'html' : 'markdown'][markup]
  const { from, to } = state.selection.main
  const around = state.sliceDoc(from - before.length, from) + state.sliceDoc(to, to + after.length)
  const isMarked = from >= before.length && around === before + after
  const changes: ChangeSpec = isMarked
    ? [
        { from: from - before.length, to: from },
        { from: to, to: to + after.length },
      ]
    : [
        { from, insert: before },
        { from: to, insert: after },
      ]
  const moved = isMarked ? -before.length : before.length
  return {
    changes,
    selection: { anchor: from + moved, head: to + moved },
    userEvent: 'input',
    scrollIntoView: true,
  }
}

const marking =
  (markup: Markup): Command =>
  view => {
    view.dispatch(markUp(view.state, markup))
    return true
  }

/** Ctrl B, Ctrl I and Ctrl K. */
export const markupKeys: Extension = keymap.of([
  { key: 'Mod-b', run: marking('bold') },
  { key: 'Mod-i', run: marking('italic') },
  { key: 'Mod-k', run: marking('link') },
])
