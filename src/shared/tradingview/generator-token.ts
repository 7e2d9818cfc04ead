/** The generators write it before a field's name, where users put in a variable of their own. */
export const GENERATOR_TOKEN = 'YOUR_PINE_VARIABLE_FOR_'

/** Whether the user left the token in place, so that the value is missing. */
export const isGeneratorToken = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(GENERATOR_TOKEN)
