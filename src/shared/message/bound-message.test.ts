import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePayload } from '../payload/payload.ts'
import { alertMessage, templateMessage, textMessage } from './alert-message.ts'
import { boundMessage, MAX_PARTS, wasCut } from './bound-message.ts'
import { markLate } from './late-mark.ts'
import { plainMessage, type RichMessage } from './rich-message.ts'
import { splitMessage } from './split.ts'

const NOTICE = /\n\n✂ El mensaje era demasiado largo y aquí se cortó\. .+ «Historial de Alertas»\.$/

const made = (template: string, body: object) =>
  alertMessage(template, {
    payload: parsePayload(JSON.stringify(body)),
    builtIn: {},
    timeZone: 'UTC',
  }).message

/** Parts of a message that is years late, the most parts it can have. */
const partsOf = (message: RichMessage): RichMessage[] => splitMessage(markLate(message, 9_999_999))

describe('64 KB of plain text', () => {
  const size = 65_536
  it.each([
    ['without a break', 'x'.repeat(size)],
    ['of words', 'palabra '.repeat(size / 8)],
    ['of short lines', `${'x'.repeat(79)}\n`.repeat(size / 80)],
    ['of lines just longer than half a message', `${'x'.repeat(2_100)}\n`.repeat(31)],
    ['of lines just longer than a message', `x\n${'y'.repeat(4_097)}\n`.repeat(15)],
    ['of words that follow a long one', `${'x'.repeat(2_100)} `.repeat(31)],
    ['of pairs', '😀'.repeat(size / 4)],
  ])('%s arrive whole', (_what, text) => {
    for (const message of [textMessage(text), made('{{m}}', { m: text })]) {
      expect(wasCut(message)).toBe(false)
      expect(message.text).toBe(text.trim())
      expect(partsOf(message).length).toBeLessThanOrEqual(MAX_PARTS)
    }
  })
})

describe('more than 20 messages', () => {
  it.each([
    ['formatted text', '{{{m}}}{{{m}}}{{{m}}}', '*a* '.repeat(16_000)],
    ['long text', '{{m}}{{m}}{{m}}', 'x'.repeat(60_000)],
    ['a template asked for endlessly', '{{m}}'.repeat(6_000), 'palabra '.repeat(8_000)],
    ['links', '{{{m}}}{{{m}}}', '[a](https://a.b/) '.repeat(3_600)],
    ['HTML', '<u>{{{m}}}{{{m}}}</u>', '<i>a</i>'.repeat(7_000)],
  ])('become 20 for %s, and the last says so', (_what, template, m) => {
    const message = made(template, { m })
    const parts = partsOf(message)
    expect(parts).toHaveLength(MAX_PARTS)
    expect(parts.at(-1)?.text).toMatch(NOTICE)
    expect(wasCut(message)).toBe(true)
  })

  it('become 20 for a template without values, as in a connection test', () => {
    const context = { payload: parsePayload('{}'), builtIn: {}, timeZone: 'UTC' }
    const { message } = templateMessage('*a* '.repeat(8_192), context)
    expect(partsOf(message)).toHaveLength(MAX_PARTS)
    expect(splitMessage(message).at(-1)?.text).toMatch(NOTICE)
  })

  it('are cut between times, never within one', () => {
    for (const filler of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const time = `{{t | hora}}${'x'.repeat(40)}`
      const message = made('y'.repeat(filler) + time.repeat(2_400), { t: '1795102502' })
      expect(wasCut(message)).toBe(true)
      const times = message.entities.length
      expect(message.text.match(/15:35 UTC/g)).toHaveLength(times)
      expect(message.text).not.toMatch(/1(5(:(3(5( (UT?)?)?)?)?)?)?\n\n✂/)
    }
  })

  it('become 20 well-formed ones for plain text', () => {
    for (const body of ['x'.repeat(1_000_000), '😀'.repeat(100_000)]) {
      const parts = partsOf(textMessage(body))
      expect(parts).toHaveLength(MAX_PARTS)
      expect(parts.every(({ text }) => text.isWellFormed())).toBe(true)
    }
  })

  it('keep their beginning and their formatting', () => {
    const message = made('{{{m}}}', { m: '*a* b\n'.repeat(5_000) })
    expect(message.text.startsWith(`${'a b\n'.repeat(1_900)}`)).toBe(true)
    expect(message.entities.at(-1)?.type).toBe('bold')
  })
})

it('never exceeds 20 messages, and keeps shorter ones unchanged', () => {
  const line = fc.tuple(
    fc.integer({ min: 0, max: 6_000 }),
    fc.constantFrom('x', '*a* ', '😀', 'a b'),
  )
  const text = fc
    .array(line, { maxLength: 40 })
    .map(lines => lines.map(([size, piece]) => piece.repeat(size / piece.length)).join('\n'))
  fc.assert(
    fc.property(text, m => {
      const whole = plainMessage(m)
      const bounded = boundMessage(whole)
      expect(partsOf(bounded).length).toBeLessThanOrEqual(MAX_PARTS)
      if (partsOf(whole).length < MAX_PARTS) expect(bounded).toBe(whole)
    }),
    { numRuns: 60 },
  )
})
