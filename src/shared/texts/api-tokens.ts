import { MAX_API_TOKENS } from '../limits.ts'

export const apiTokenTexts = {
  nameRequired: 'Escribe para qué es.',
  alreadyExpired: 'Elige un día que no haya pasado.',
  tooMany: `Ya tienes ${MAX_API_TOKENS} tokens, que es el máximo. Elimina alguno antes de crear otro.`,
  removed: (name: string) => `Token «${name}» eliminado.`,
}
