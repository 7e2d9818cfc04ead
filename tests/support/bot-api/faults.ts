/** Scripted faults: which requests fail, and how. */
import type { Socket } from 'node:net'
import type { Parameters } from './parameters.ts'

/**
 * `stored`: the message is put into the chat first; `after`: awaited before the request is handled;
 * `answer` writes the whole response itself.
 */
export type Fault = { stored?: boolean; after?: Promise<void> } & (
  | { kind: 'flood'; retryAfter: number }
  | { kind: 'refusal'; status: number; description: string }
  | { kind: 'page'; status: number; location?: string; text?: string }
  | { kind: 'delay'; ms: number }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'cut' }
  | { kind: 'raw'; answer: (socket: Socket) => void }
)

/** Empty matches every request, for ever; `times` counts down. Method names in any case. */
export type FaultTarget = {
  token?: string
  chatId?: string | number
  method?: string
  /** Part of the message's text. */
  text?: string
  /** Matches texts with more UTF-16 units than this. */
  longerThan?: number
  /** Entity type that the message contains. */
  entity?: string
  times?: number
}

type Request = { token: string; method: string; chatId: string; parameters: Parameters }

export type FaultScript = ReturnType<typeof createFaultScript>

export function createFaultScript() {
  type Line = { target: FaultTarget; fault: Fault; left: number }
  let lines: Line[] = []

  return {
    /** Faults that match one request apply one after another, in the order they were added. */
    add(target: FaultTarget, fault: Fault): { lift(): void } {
      const line = { target, fault, left: target.times ?? Number.POSITIVE_INFINITY }
      lines.push(line)
      return {
        lift: () => {
          lines = lines.filter(other => other !== line)
        },
      }
    },
    take(request: Request): Fault | undefined {
      const line = lines.find(
        ({ target, left }) =>
          left > 0 &&
          (target.token ?? request.token) === request.token &&
          (target.method ?? request.method).toLowerCase() === request.method &&
          String(target.chatId ?? request.chatId) === request.chatId &&
          (request.parameters.get('text') ?? '').includes(target.text ?? '') &&
          (request.parameters.get('text') ?? '').length > (target.longerThan ?? -1) &&
          (request.parameters.get('entities') ?? '').includes(target.entity ?? ''),
      )
      if (line) line.left -= 1
      return line?.fault
    },
  }
}
