/** What a request meets instead of its answer, and for which requests. */

/** `stored`: the message is put into the chat first. */
export type Fault = { stored?: boolean } & (
  | { kind: 'flood'; retryAfter: number }
  | { kind: 'refusal'; status: number; description: string }
  | { kind: 'page'; status: number; location?: string }
  | { kind: 'delay'; ms: number }
  | { kind: 'gate'; opened: Promise<void> }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'cut' }
)

/** Empty means every request, for ever; `times` counts down. Method names in any case. */
export type FaultTarget = {
  token?: string
  chatId?: string | number
  method?: string
  times?: number
}

export type FaultScript = ReturnType<typeof createFaultScript>

export function createFaultScript() {
  type Line = { target: FaultTarget; fault: Fault; left: number }
  let lines: Line[] = []

  return {
    /** Faults that match one request take turns in the order they were added. */
    add(target: FaultTarget, fault: Fault): { lift(): void } {
      const line = { target, fault, left: target.times ?? Number.POSITIVE_INFINITY }
      lines.push(line)
      return {
        lift: () => {
          lines = lines.filter(other => other !== line)
        },
      }
    },
    take(request: { token: string; method: string; chatId: string }): Fault | undefined {
      const line = lines.find(
        ({ target, left }) =>
          left > 0 &&
          (target.token ?? request.token) === request.token &&
          (target.method ?? request.method).toLowerCase() === request.method &&
          String(target.chatId ?? request.chatId) === request.chatId,
      )
      if (line) line.left -= 1
      return line?.fault
    },
  }
}
