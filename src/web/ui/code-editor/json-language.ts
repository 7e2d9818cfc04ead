import { indentService } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { type CodeMark, codeMarks } from './code-marks.ts'

const STRING_OR_SIGN = /(?<string>"(?:[^"\\\n]|\\.)*"?)(?<isName>[ \t]*:)?|[{}[\],:]/g

/** Names and punctuation of a JSON text, valid or broken. */
export const jsonMarks = (text: string): CodeMark[] =>
  Array.from(text.matchAll(STRING_OR_SIGN)).flatMap(({ 0: found, index: from, groups }) => {
    const to = from + found.length
    const { string, isName } = groups ?? {}
    if (string === undefined) return [{ from, to, look: 'faint' }]
    if (isName === undefined) return []
    return [
      { from, to: from + string.length, look: 'name' },
      { from: to - 1, to, look: 'faint' },
    ]
  })

/** Indents a new line after an opening bracket by one step. */
const newLines = indentService.of((context, at) => {
  if (context.simulatedBreak !== at) return undefined
  const { from, text } = context.state.doc.lineAt(at)
  const isOpened = /[{[]\s*$/.test(text.slice(0, at - from))
  return context.lineIndent(from) + (isOpened ? context.unit : 0)
})

export const jsonLanguage: Extension = [codeMarks(jsonMarks), newLines]
