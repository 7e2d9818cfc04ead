import fc from 'fast-check'

const HALVES = { from: 0xd8_00, count: 0x8_00 }

/** Any character, like `unit: 'binary'`, which first builds a table of all characters (1 s of processor time). */
export const anyCharacter = fc.nat(0x10_ff_ff - HALVES.count).map(
  nth => String.fromCodePoint(nth < HALVES.from ? nth : nth + HALVES.count),
  character => {
    const [one, ...others] = typeof character === 'string' ? character : ''
    const code = one?.codePointAt(0)
    if (code === undefined || others.length > 0) throw new Error('not one character')
    return code < HALVES.from ? code : code - HALVES.count
  },
)
