import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formattedParts } from '../../../tests/support/formatted-parts.ts'
import { fillTemplate } from './fill-template.ts'
import { plainMessage, type RichMessage } from './rich-message.ts'
import {
  MESSAGE_MAX_CODE_POINTS,
  MESSAGE_MAX_ENTITIES,
  messageLength,
  partsFrom,
  splitMessage,
} from './split.ts'

const markdown = (template: string) =>
  fillTemplate(template, { payload: {}, builtIn: {}, timeZone: 'UTC' }).message

describe('messageLength', () => {
  it('counts code points', () => {
    expect(messageLength(plainMessage('añ😀👩‍👩'))).toBe(6)
  })
})

describe('splitMessage', () => {
  it('keeps a message of up to 4,096 code points whole', () => {
    const full = plainMessage('😀'.repeat(4096))
    expect(splitMessage(full)).toEqual([full])
    expect(splitMessage(plainMessage('😀'.repeat(4097))).map(messageLength)).toEqual([4096, 1])
  })

  it.each([['🇪🇸'], ['👨‍👩‍👧‍👦'], ['e\u0301'], ['👍🏽']])(
    'cuts between characters: %s',
    character => {
      const text = `a${character.repeat(3_000)}`
      const pieces = splitMessage(plainMessage(text)).map(piece => piece.text)
      expect(pieces.join('')).toBe(text)
      for (const piece of pieces)
        expect(piece.replaceAll(character, '')).toBe(piece.startsWith('a') ? 'a' : '')
    },
  )

  it('splits by UTF-16 units on request', () => {
    const full = plainMessage('😀'.repeat(4096))
    expect(splitMessage(full, 'utf16').map(({ text }) => text.length)).toEqual([4096, 4096])
    const odd = plainMessage(`a${'😀'.repeat(4095)}`)
    expect(splitMessage(odd, 'utf16').map(({ text }) => text.length)).toEqual([4095, 4096])
    const ascii = plainMessage('a'.repeat(5_000))
    expect(splitMessage(ascii, 'utf16')).toEqual(splitMessage(ascii))
  })

  it('has no parts for a message without text', () => {
    expect(splitMessage({ text: '', entities: [] })).toEqual([])
    expect(splitMessage({ text: ' \n', entities: [] })).toEqual([])
  })

  it('has no part without visible characters', () => {
    const text = `${'a'.repeat(4096)}${'\u200b'.repeat(4096)}b`
    expect(splitMessage({ text, entities: [] }).map(part => part.text)).toEqual([
      'a'.repeat(4096),
      'b',
    ])
  })

  it('cuts at the last line that fits', () => {
    const text = `${'a b '.repeat(1000)}\n${'c '.repeat(500)}`
    expect(splitMessage(plainMessage(text)).map(piece => piece.text)).toEqual([
      'a b '.repeat(1000).trim(),
      'c '.repeat(500).trim(),
    ])
  })

  it('leaves no part with a short first line alone', () => {
    const words = `🔔 BTC\n${'palabra '.repeat(600)}`
    const unbroken = `🔔 BTC\n${'x'.repeat(5_000)}`
    for (const text of [words, unbroken]) {
      const pieces = splitMessage(plainMessage(text)).map(piece => piece.text)
      expect(pieces).toHaveLength(2)
      expect(pieces[0]?.startsWith('🔔 BTC\n')).toBe(true)
    }
  })

  it('keeps a long word whole if it fits into a part', () => {
    const address = `https://x.es/${'a'.repeat(2_600)}`
    const pieces = splitMessage(plainMessage(`${'palabra '.repeat(240)}\n${address}\nfin`))
    expect(pieces.map(piece => piece.text)).toEqual([
      'palabra '.repeat(240).trim(),
      `${address}\nfin`,
    ])
  })

  it('cuts at a line that ends exactly at the limit', () => {
    const text = `${'a'.repeat(4096)}\nb`
    expect(splitMessage(plainMessage(text)).map(piece => piece.text)).toEqual([
      'a'.repeat(4096),
      'b',
    ])
  })

  it('cuts between words without a line break, else anywhere', () => {
    const words = splitMessage(plainMessage('palabra '.repeat(600)))
    expect(words.map(piece => piece.text.length)).toEqual([4095, 703])
    const word = splitMessage(plainMessage('x'.repeat(9000)))
    expect(word.map(piece => piece.text.length)).toEqual([4096, 4096, 808])
  })

  it('cuts entities along with the text', () => {
    const [first, second] = splitMessage(markdown(`*${'ab '.repeat(2000)}c* d`))
    expect(formattedParts(first ?? plainMessage(''))).toEqual([`bold[${first?.text}]`])
    expect(formattedParts(second ?? plainMessage(''))).toEqual([
      `bold[${second?.text.slice(0, -2)}]`,
    ])
  })

  it('keeps indentation and language of a code block across parts', () => {
    const line = '    "symbol": "BTCUSDT",\n'
    const [first, second] = splitMessage(markdown(`\`\`\`json\n${line.repeat(300)}\`\`\``))
    expect(first?.entities).toEqual([
      { type: 'pre', offset: 0, length: first?.text.length, language: 'json' },
    ])
    expect(second?.text.startsWith('    "symbol"')).toBe(true)
    expect(second?.entities[0]?.language).toBe('json')
  })

  it('starts a new part after 100 entities', () => {
    const pieces = splitMessage(markdown('*a* '.repeat(250)))
    expect(pieces.map(piece => piece.entities.length)).toEqual([100, 100, 50])
    expect(pieces.map(piece => piece.text).join(' ')).toBe('a '.repeat(250).trim())
  })

  it('drops entities beyond 100 that no cut can separate', () => {
    const entities = Array.from({ length: 120 }, () => ({
      type: 'bold' as const,
      offset: 0,
      length: 2,
    }))
    const [piece, ...others] = splitMessage({ text: 'ab', entities })
    expect(piece?.text).toBe('ab')
    expect(piece?.entities).toHaveLength(100)
    expect(others).toEqual([])
  })

  it('gives parts within the limits that contain their entities and all the text', () => {
    fc.assert(
      fc.property(messages, message => {
        const pieces = splitMessage(message)
        let rest = message.text
        for (const piece of pieces) {
          expect(piece.text).not.toBe('')
          expect(messageLength(piece)).toBeLessThanOrEqual(MESSAGE_MAX_CODE_POINTS)
          expect(piece.entities.length).toBeLessThanOrEqual(MESSAGE_MAX_ENTITIES)
          for (const { offset, length } of piece.entities) {
            expect(length).toBeGreaterThan(0)
            expect(offset).toBeGreaterThanOrEqual(0)
            expect(offset + length).toBeLessThanOrEqual(piece.text.length)
          }
          const at = rest.indexOf(piece.text)
          expect(rest.slice(0, at).trim()).toBe('')
          rest = rest.slice(at + piece.text.length)
        }
        expect(rest.trim()).toBe('')
        expect(pieces.every(piece => piece.text.isWellFormed())).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a time', () => {
  const time = { type: 'date_time' as const, length: 9, unix_time: 1, date_time_format: 't' }

  it('is never cut in two, wherever a cut would fall', () => {
    const words = fc.array(fc.tuple(fc.constantFrom('x', 'ab ', '😀', 'a\n'), fc.nat(1_500)), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (stretches, times) => {
        const message: RichMessage = { text: '', entities: [] }
        for (const [word, count] of stretches) {
          message.text += word.repeat(count)
          for (let number = 0; number < times; number += 1) {
            message.entities.push({ ...time, offset: message.text.length })
            message.text += '16:35 CET'
          }
        }
        const pieces = splitMessage(message)
        const shown = pieces.flatMap(piece => formattedParts(piece))
        expect(shown).toEqual(message.entities.map(() => 'date_time[16:35 CET]'))
        const text = pieces.map(piece => piece.text).join('')
        expect(text.replace(/\s/g, '')).toBe(message.text.replace(/\s/g, ''))
      }),
      { numRuns: 100 },
    )
  })

  it('moves whole to the next part; is text if a part starts within it', () => {
    const message = {
      text: `${'x'.repeat(4_090)}16:35 CET`,
      entities: [{ ...time, offset: 4_090 }],
    }
    expect(splitMessage(message).map(formattedParts)).toEqual([[], ['date_time[16:35 CET]']])
    expect([...partsFrom(message, 4_095)].map(({ piece }) => piece)).toEqual([
      { text: 'CET', entities: [] },
    ])
  })
})

describe('the rest after a part', () => {
  it('has the same parts whether split from the beginning or from there', () => {
    fc.assert(
      fc.property(messages, message => {
        const [first, ...others] = partsFrom(message, 0)
        if (first) expect([...partsFrom(message, first.end)]).toEqual(others)
      }),
      { numRuns: 100 },
    )
  })

  it('is the remaining text also without the formatting', () => {
    fc.assert(
      fc.property(messages, message => {
        const [first] = partsFrom(message, 0)
        if (!first) return
        const rest = [...partsFrom({ ...message, entities: [] }, first.end)]
        const shown = [first, ...rest].map(({ piece }) => piece.text).join('')
        expect(shown.replace(/\s/g, '')).toBe(message.text.replace(/\s/g, ''))
      }),
      { numRuns: 100 },
    )
  })
})

/** Long texts of few kinds of pieces, with up to 480 entities anywhere. */
const messages: fc.Arbitrary<RichMessage> = fc
  .array(
    fc.record({
      text: fc.constantFrom('a', ' ', '\n', 'palabra ', '😀', 'línea\n', '  \n'),
      times: fc.integer({ min: 1, max: 1500 }),
      formats: fc.integer({ min: 0, max: 60 }),
    }),
    { maxLength: 8 },
  )
  .map(stretches => {
    const message: RichMessage = { text: '', entities: [] }
    for (const { text, times, formats } of stretches) {
      for (let number = 0; number < Math.min(formats, times); number += 1) {
        const offset = message.text.length + number * text.length
        message.entities.push({ type: 'bold', offset, length: text.length * (1 + (number % 3)) })
      }
      message.text += text.repeat(times)
    }
    const end = message.text.length
    return {
      text: message.text,
      entities: message.entities.filter(({ offset, length }) => offset + length <= end),
    }
  })
