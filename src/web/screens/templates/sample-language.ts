import { json } from '@codemirror/lang-json'
import { linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { sampleFault } from './sample-fault.ts'

const LINT_DELAY_MS = 300

/** JSON, with the line underlined on which it stops being what an alert may bring. */
export const sampleLanguage: Extension[] = [
  json(),
  linter(
    ({ state: { doc } }) => {
      const fault = sampleFault(doc.toString())
      if (!fault) return []
      const { from, to } = doc.lineAt(fault.at)
      return [{ from, to, severity: 'error', message: fault.message }]
    },
    { delay: LINT_DELAY_MS },
  ),
]
