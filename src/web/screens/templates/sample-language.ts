import { json } from '@codemirror/lang-json'
import { linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { jsonFault } from '#web/parts/json-code/json-fault.ts'

const LINT_DELAY_MS = 300

/** JSON, with the line underlined on which it stops being any; nothing is no mistake. */
export const sampleLanguage: Extension[] = [
  json(),
  linter(
    ({ state: { doc } }) => {
      const text = doc.toString()
      const fault = text.trim() === '' ? undefined : jsonFault(text)
      if (!fault) return []
      const { from, to } = doc.lineAt(fault.at)
      return [{ from, to, severity: 'error', message: fault.message }]
    },
    { delay: LINT_DELAY_MS },
  ),
]
