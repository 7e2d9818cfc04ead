import fc from 'fast-check'

/**
 * Every character there is, as the `unit` of `fc.string`. Its own `binary` takes a second of processor for a table of
 * all of them.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10_ff_ff)
  .map(point => String.fromCodePoint(point))
  .filter(character => character.isWellFormed())
