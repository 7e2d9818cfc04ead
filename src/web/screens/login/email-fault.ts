import { loginTexts } from '#shared/texts/sign-in.ts'

/** Error of an e-mail address, by the browser's own rule; null if valid. */
export function emailFault(typed: string): string | null {
  if (!typed.trim()) return loginTexts.emailRequired
  const field = Object.assign(document.createElement('input'), { type: 'email', value: typed })
  return field.validity.valid ? null : loginTexts.invalidEmail
}
