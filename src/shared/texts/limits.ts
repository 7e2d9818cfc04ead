/** Texts about limits. */

import { formatNumber } from '../format.ts'
import { MAX_OF_EACH } from '../limits.ts'

export const tooLong = (characters: number): string => `Como máximo ${characters} caracteres.`

export const fullOf = (things: string): string =>
  `Ya tienes ${formatNumber(MAX_OF_EACH)} ${things}, que es el máximo. Elimina alguna antes de crear otra.`
