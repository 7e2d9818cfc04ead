/** A reason is what happened, in a first sentence, and what to do, in the rest; quotes stay whole. */
export function reasonParts(reason: string): { what: string; remedy: string } {
  const [, what = reason, remedy = ''] =
    /^((?:«[^»]*»|[^«.]|\.(?!\s))+\.)\s+(.+)$/s.exec(reason) ?? []
  return { what, remedy }
}
