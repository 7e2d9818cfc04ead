import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../limits.ts'
import { passwordTexts } from '../texts/sign-in.ts'

/** Words that an attacker of a Pregonero account tries first, listed in docs/signing-in.md. */
export const GUESSED_WORDS = [
  'pregonero',
  'tradingview',
  'telegram',
  'webhook',
  'contraseña',
  'password',
]

/**
 * Checks a new password without a list of known passwords. The account's address, its parts and `GUESSED_WORDS`
 * do not count towards its length, however they are written.
 * @returns the fault in Spanish, or null
 */
export function newPasswordFault(password: string, email: string): string | null {
  if (lengthOf(password) < MIN_PASSWORD_LENGTH) return passwordTexts.tooShort
  if (password.length > MAX_PASSWORD_LENGTH) return passwordTexts.tooLong
  let rest = plain(password)
  for (const word of guessedWords(email)) rest = rest.replaceAll(word, '')
  return lengthOf(rest) < MIN_PASSWORD_LENGTH ? passwordTexts.guessable : null
}

const lengthOf = (text: string): number => [...text].length

/** Longest first, so that removing a shorter word leaves no rest of a longer one. */
function guessedWords(email: string): string[] {
  const parts = email.split(/[^\p{L}\p{N}]+/u).filter(part => part.length >= 4)
  const local = email.slice(0, email.lastIndexOf('@'))
  const words = [email, email.replace(/[^\p{L}\p{N}]/gu, ''), local, ...parts, ...GUESSED_WORDS]
  return words
    .filter(word => word.length >= 3)
    .map(plain)
    .sort((a, b) => b.length - a.length)
}

/** Text as a person reads it: without case and accents, digits and signs as the letters they imitate. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[013457@$]/g, sign => LETTERS[sign] ?? sign)

const LETTERS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}
