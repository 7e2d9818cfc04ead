import { templateTokens } from './template/template-tokens.ts'

/** The keys a template asks for, `{{#if x}}` included, each once, in the order they first appear. */
export function placeholdersOf(template: string): string[] {
  const keys = new Set<string>()
  for (const token of templateTokens(template)) {
    if (token.kind === 'value' || token.kind === 'if') keys.add(token.key)
  }
  return [...keys]
}
