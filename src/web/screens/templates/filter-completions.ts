import type { Completion, CompletionContext, CompletionSource } from '@codemirror/autocomplete'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import { FILTERS, filterHelp } from '#shared/message/template/filters.ts'

const NAME = /[\p{L}\p{M}\p{N}]*$/u
const BEGUN = new RegExp(
  String.raw`(?<braces>\{{2,3})[ \t]*[\p{L}\p{M}\p{N}_.-]+(?:${FILTERS})?[ \t]*\|[ \t]*${NAME.source}`,
  'u',
)

/** True if a filter is being typed, after a bar. */
export const isInFilters = (context: CompletionContext): boolean =>
  context.matchBefore(BEGUN) !== null

/** Suggests all filters after a bar. */
export const filterCompletions: CompletionSource = context => {
  if (!isInFilters(context)) return null
  const from = context.matchBefore(NAME)?.from ?? context.pos
  return { from, options, validFor: NAME }
}

const options: Completion[] = filterHelp.map(({ name, meaning, shown }, index) => ({
  label: name,
  detail: `${meaning} · ${shown}`,
  // Equal matches keep their order.
  boost: -index,
  apply: (view, _completion, from, to) => view.dispatch(insertFilter(view.state, name, from, to)),
}))

/**
 * Inserts the filter in place of its typed beginning, with the missing braces; the cursor goes behind
 * them, or selects the text of a default, to be typed over.
 */
export function insertFilter(
  state: EditorState,
  name: string,
  from: number,
  to: number,
): TransactionSpec {
  const line = state.doc.lineAt(from)
  const braces = BEGUN.exec(line.text.slice(0, from - line.from))?.groups?.braces ?? ''
  const after = line.text.slice(to - line.from)
  const goesOn = /^[ \t]*\|/.test(after)
  const closed = goesOn ? 0 : closedLength(after, braces.length)
  const insert = goesOn ? name : name + '}'.repeat(braces.length)
  const quoted = name.indexOf('"')
  const anchor = from + (quoted < 0 ? insert.length : quoted + 1)
  const head = quoted < 0 ? anchor : from + name.lastIndexOf('"')
  return {
    changes: { from, to: to + closed, insert },
    selection: { anchor, head },
    userEvent: 'input.complete',
    scrollIntoView: true,
  }
}

/** Length of the braces that close a tag, at the start of a text; counts at most `braces` of them. */
export const closedLength = (text: string, braces: number): number =>
  new RegExp(`^[ \\t]*\\}{1,${braces}}`).exec(text)?.[0].length ?? 0
