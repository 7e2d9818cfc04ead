/** Texts that the generators write for users to replace by their own values. */

/** Prefix of a field's name. */
export const GENERATOR_TOKEN = 'YOUR_PINE_VARIABLE_FOR_'
export const YOUR_VARIABLE = 'TU_VARIABLE_AQUI'
export const YOUR_STRATEGY = 'Nombre de tu estrategia'
export const YOUR_NOTE = 'Escribe aquí tu nota'

const whole: readonly string[] = [YOUR_VARIABLE, YOUR_STRATEGY, YOUR_NOTE]

/** Whether the user left a token in place, so that the value is missing. */
export const isGeneratorToken = (value: unknown): boolean =>
  typeof value === 'string' && (value.startsWith(GENERATOR_TOKEN) || whole.includes(value.trim()))
