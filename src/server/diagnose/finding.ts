import { clock } from '#server/base/clock.ts'
import { errorCode, StartError } from '#server/base/errors.ts'
import type { Finding } from '#shared/model/diagnosis.ts'

/** A remedy is left out where there is nothing to do. */
type Said = [what: string, detail: string, remedy?: string]

export const fine = (...said: Said): Finding => finding('ok', said)
export const wrong = (...said: Said): Finding => finding('wrong', said)
export const unknown = (...said: Said): Finding => finding('unknown', said)

const finding = (state: Finding['state'], [what, detail, remedy = '']: Said): Finding => ({
  what,
  state,
  detail,
  remedy: remedy || null,
  connectionId: null,
})

/**
 * Findings of a check within a time limit. A check that takes longer, or fails in an unforeseen way, leaves its
 * matter unknown; it is not aborted.
 * @param limit milliseconds
 */
export async function inTime(
  what: string,
  limit: number,
  check: () => Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  const timer = new AbortController()
  const tooLate = clock
    .pause(limit, { signal: timer.signal })
    .then(() =>
      unknown(what, `No se supo en ${limit / 1_000} s.`, 'Vuelve a comprobarlo más tarde.'),
    )
  try {
    return [await Promise.race([check(), tooLate])].flat()
  } catch (error) {
    return [unforeseen(what, error)]
  } finally {
    timer.abort()
    tooLate.catch(() => {})
  }
}

/** The text of an error may quote a secret; a `StartError` is written to be shown. */
function unforeseen(what: string, error: unknown): Finding {
  if (error instanceof StartError) return wrong(what, ...inTwo(error.message))
  const code = errorCode(error) ?? (error instanceof Error ? error.name : 'error')
  return unknown(what, `No se pudo comprobar (${code}).`)
}

/** Splits sentences: the first one is the fact, the others are the remedy. */
export function inTwo(sentences: string): [detail: string, remedy: string] {
  const [, first = sentences, rest = ''] = /^(.*?[.»)])\s+(\p{Lu}.*)$/su.exec(sentences) ?? []
  return [first, rest]
}
