import { MAX_NAME_LENGTH } from './limits.ts'

/** What a copy is called until its owner calls it otherwise; as long as a name may be. */
export const copyName = (name: string): string =>
  `Copia de ${name}`.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')
