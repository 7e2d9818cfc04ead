/** As a person reads it: groups of four. */
export const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
