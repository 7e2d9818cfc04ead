import { ok } from 'node:assert/strict'
import { z } from 'zod'

const errorSchema = z.object({
  defined: z.boolean(),
  code: z.string().regex(/^[A-Z_]+$/),
  status: z.number(),
  message: z.string().min(1),
})

const LONGEST_ERROR = 20_000

/**
 * @throws Error on a status of 500 or more, or on an error in another form than the contract's
 */
export function checkAnswer(status: number, text: string): void {
  ok(status < 500, `answered ${status}: ${text.slice(0, 500)}`)
  // Node's parser refuses a too long address itself, with status 431 and no body.
  if (status < 400 || (status === 431 && text === '')) return
  ok(text.length <= LONGEST_ERROR, `an error of ${text.length} characters`)
  const error = errorSchema.safeParse(jsonOf(text))
  ok(error.success && error.data.status === status, `answered ${status} in another form: ${text}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
