import { isSecret } from '../payload/key-names.ts'

/** A text; of one that is JSON itself, only what its keys do not say is secret, and else nothing. */
export function withoutSecrets(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  let hasSecret = false
  try {
    const value: unknown = JSON.parse(text, (key, value, { source }) => {
      hasSecret ||= isSecret(key)
      if (isSecret(key)) return undefined
      return typeof value === 'number' ? JSON.rawJSON(source) : value
    })
    return hasSecret ? said(value) : text
  } catch {
    return text
  }
}

const said = (value: unknown): string => JSON.stringify(value).replace(/^\{\}$/, '')
