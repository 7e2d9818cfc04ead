/** What the generators write, before a field's name, where the user has to name a variable of theirs. */
export const GENERATOR_TOKEN = 'YOUR_PINE_VARIABLE_FOR_'
