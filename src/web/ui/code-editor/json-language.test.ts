import { insertNewlineAndIndent } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonLanguage, jsonMarks } from './json-language.ts'

const marked = (text: string, look: string) =>
  jsonMarks(text)
    .filter(mark => mark.look === look)
    .map(({ from, to }) => text.slice(from, to))

describe('jsonMarks', () => {
  it('tells names from values', () => {
    expect(marked('{"a": "b", "c\\"d" : [1, "e"]}', 'name')).toEqual(['"a"', '"c\\"d"'])
  })
  it('finds punctuation only outside strings', () => {
    expect(marked('{"a,": "{:}", "b": []}', 'faint').join('')).toBe('{:,:[]}')
  })
  it('continues after a string left open at the end of its line', () => {
    expect(marked('{"a": "open\n"b": 1}', 'name')).toEqual(['"a"', '"b"'])
  })
  it('produces no overlapping marks for any text', () => {
    const text = fc.string({ unit: fc.constantFrom('"', '\\', ':', '{', '}', ',', 'a', ' ', '\n') })
    fc.assert(
      fc.property(text, written => {
        let end = 0
        for (const { from, to } of jsonMarks(written)) {
          expect(from).toBeGreaterThanOrEqual(end)
          end = to
        }
      }),
    )
  })
})

describe('a new line', () => {
  /** `|` is the cursor. */
  const entered = (text: string): string => {
    const at = text.indexOf('|')
    let state = EditorState.create({
      doc: text.replace('|', ''),
      selection: { anchor: at },
      extensions: [jsonLanguage],
    })
    insertNewlineAndIndent({
      state,
      dispatch: transaction => {
        state = transaction.state
      },
    })
    const { head } = state.selection.main
    return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`
  }
  it.each([
    ['{|', '{\n  |'],
    ['{|}', '{\n  |\n}'],
    ['{\n  "a": [|', '{\n  "a": [\n    |'],
    ['{\n  "a": 1,|', '{\n  "a": 1,\n  |'],
  ])('in %j is indented by nesting', (before, after) => {
    expect(entered(before)).toBe(after)
  })
})
