import { ORPCError } from '@orpc/client'

/** The first complaint about each field of a form, by the field's name; empty for other errors. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ORPCError) || error.code !== 'INPUT_INVALID') return {}
  const data: { issues: { path: (string | number)[]; message: string }[] } = error.data
  const errors: Record<string, string> = {}
  for (const { path, message } of data.issues) errors[path.join('.')] ??= message
  return errors
}
