import { checkPayload, type PayloadProblem } from './check-payload.ts'

/** How long the typing has to pause before a text is checked. */
export const CHECK_DELAY_MS = 300

export type PayloadChecker = (text: string) => PayloadProblem[]

/** Remembers the last text, which the editor and the list below it both ask about. */
export function payloadChecker(connectionId: string): PayloadChecker {
  let last: { text: string; problems: PayloadProblem[] } | undefined
  return text => {
    if (last?.text !== text) last = { text, problems: checkPayload(text, connectionId) }
    return last.problems
  }
}
