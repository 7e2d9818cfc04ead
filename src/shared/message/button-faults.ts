import { MAX_BUTTON_TEXT_LENGTH, MAX_BUTTON_VALUE_LENGTH } from '../limits.ts'
import { tooLong } from '../texts/limits.ts'
import { buttonTexts } from '../texts/templates.ts'
import { buttonAddressTrouble } from './button-address.ts'
import { isBlank } from './clean-text.ts'

/**
 * Why a field of a template's button can't be saved, in Spanish; undefined if it is valid. Separate from the model,
 * so that the editor needs no schema.
 */
export const buttonFaults = {
  text: (text: string) =>
    longerThan(MAX_BUTTON_TEXT_LENGTH, text) ??
    (isBlank(text) ? buttonTexts.textRequired : undefined),
  value: (value: string) =>
    longerThan(MAX_BUTTON_VALUE_LENGTH, value) ??
    (isBlank(value) ? buttonTexts.valueRequired : undefined),
  url: (url: string) =>
    longerThan(MAX_BUTTON_VALUE_LENGTH, url) ?? buttonAddressTrouble(url.trim()),
}

const longerThan = (most: number, text: string): string | undefined =>
  text.trim().length > most ? tooLong(most) : undefined
