import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { filterCompletions, insertFilter } from './filter-completions.ts'
import { placeholderCompletions } from './placeholder-completions.ts'

/** Editor state and cursor position of a text in which `^` marks the cursor. */
const typed = (text: string) => {
  const at = text.indexOf('^')
  return { at, state: EditorState.create({ doc: text.replace('^', '') }) }
}

const offered = (text: string, source = filterCompletions) => {
  const { at, state } = typed(text)
  return source(new CompletionContext(state, at, true)) as CompletionResult | null
}

describe('the filter completions', () => {
  it.each([
    ['a {{price |^', 11],
    ['{{price | mi^', 10],
    ['{{{x|2|^}}}', 7],
    ['{{x | o "a | b" | ^', 18],
  ])('appear after a bar: %s', (text, from) => {
    expect(offered(text)?.from).toBe(from)
    expect(
      offered(
        text,
        placeholderCompletions(() => []),
      ),
    ).toBeNull()
  })

  it.each(['a | ^', '{{price ^', '{{price}} | ^', '{{#if x | ^', '{{x | b c | ^', '{{x | o "a^'])(
    'do not appear in %s',
    text => {
      expect(offered(text)).toBeNull()
    },
  )

  it('list decimals first, with a description each', () => {
    const all = offered('{{x | ^')?.options ?? []
    expect(all.map(({ label }) => label)).toEqual([
      ...['2', 'miles', 'mayúsculas', 'minúsculas', 'fecha', 'hora', 'hace', 'o "—"'],
    ])
    expect(all[1]?.detail).toBe('Separa los miles · 67.432,5')
  })

  it.each([
    ['{{price | ^', '2', '{{price | 2}}^'],
    ['{{price | mi^}} a', 'miles', '{{price | miles}}^ a'],
    ['{{{price | mi^ }}', 'miles', '{{{price | miles}}}^'],
    ['{{price | ^ | 2}}', 'miles', '{{price | miles^ | 2}}'],
    ['{{price |^', 'miles', '{{price |miles}}^'],
    ['{{price | ^}}', 'o "—"', '{{price | o "^—^"}}'],
  ])('turn %s with %s into %s', (before, name, after) => {
    const { at, state } = typed(before)
    const from = at - (/\p{L}*$/u.exec(before.slice(0, at))?.[0].length ?? 0)
    const next = state.update(insertFilter(state, name, from, at)).state
    const { from: start, to: end } = next.selection.main
    const text = next.doc.toString()
    const selected = start === end ? '^' : `^${text.slice(start, end)}^`
    expect(text.slice(0, start) + selected + text.slice(end)).toBe(after)
  })
})
