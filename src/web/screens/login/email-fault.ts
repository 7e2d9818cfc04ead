import { loginTexts } from '#shared/sign-in-texts.ts'

/** Why an address can't be one, by the browser's own rule; null: it can. */
export function emailFault(typed: string): string | null {
  if (!typed.trim()) return loginTexts.emailRequired
  const field = Object.assign(document.createElement('input'), { type: 'email', value: typed })
  return field.validity.valid ? null : loginTexts.invalidEmail
}
