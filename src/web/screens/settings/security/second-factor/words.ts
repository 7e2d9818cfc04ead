/** Groups of four characters, easier to read. */
export const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
