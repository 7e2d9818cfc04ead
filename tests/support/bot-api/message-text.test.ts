import { describe, expect, it } from 'vitest'
import type { Entity } from './entities.ts'
import { fixMessageText, readMessageText } from './message-text.ts'

const bold = (offset: number, length: number): Entity => ({ type: 'bold', offset, length })
const code = (offset: number, length: number): Entity => ({ type: 'code', offset, length })
const read = (parameters: Record<string, string>) =>
  readMessageText(new Map(Object.entries(parameters)))
const fix = (text: string, entities: Entity[] = []) => fixMessageText({ text, entities })

describe('readMessageText', () => {
  it.each([
    [{}, 'message text is empty'],
    [{ text: '' }, 'message text is empty'],
    [{ text: 'é'.repeat(16_385) }, 'text is too long'],
    [{ text: 'a', parse_mode: 'null' }, 'unsupported parse_mode'],
    [{ text: 'a', entities: '[1]' }, "can't parse MessageEntity: expected an Object"],
    [{ text: 'a', entities: '[{}]' }, 'can\'t parse MessageEntity: Can\'t find field "offset"'],
    [
      { text: 'a', entities: '[{"type":"loud","offset":0,"length":1}]' },
      "can't parse MessageEntity: Unsupported type specified",
    ],
    [
      { text: 'a', entities: '[{"type":"text_link","offset":0,"length":1}]' },
      'can\'t parse MessageEntity: Can\'t find field "url"',
    ],
  ])('refuses the parameters of case %#', (parameters, description) => {
    expect(() => read(parameters)).toThrow(`Bad Request: ${description}`)
  })

  it('keeps the entities a bot may set and drops url entities', () => {
    const entities = [{ type: 'url', offset: 0, length: 1 }, bold(0, 1)]
    expect(read({ text: 'a', entities: JSON.stringify(entities) }).entities).toEqual([bold(0, 1)])
  })

  it('reads invalid entities as an empty list', () => {
    expect(read({ text: 'a', entities: 'null' }).entities).toEqual([])
    expect(read({ text: 'a', entities: '[{' }).entities).toEqual([])
  })
})

describe('fixMessageText', () => {
  it('counts code points, not UTF-16 units', () => {
    expect(fix('😀'.repeat(4096)).text).toHaveLength(8192)
    expect(() => fix('😀'.repeat(4097))).toThrow('Bad Request: message is too long')
  })

  it('counts the length after trimming', () => {
    expect(fix(`${' '.repeat(50)}${'a'.repeat(4096)}\n\n`).text).toHaveLength(4096)
  })

  it.each([' \n\t ', '\u200b\u200d', '\r', '\ufeff\u2800', '\u{e0041}'])(
    'refuses %j as an empty text',
    text => {
      expect(() => fix(text)).toThrow('Bad Request: text must be non-empty')
    },
  )

  it.each(['\u3164', '\u2060', '\u00ad', '\u0301', '\ufe0f'])('accepts %j as a text', text => {
    expect(fix(text).text).toBe(text)
  })

  it('removes or replaces control characters and moves the entities along', () => {
    expect(fix('a\r\n\u2028b\tc', [bold(4, 1)])).toEqual({ text: 'a\nb c', entities: [bold(2, 1)] })
  })

  it('trims leading blanks up to the first entity, which never begins with one', () => {
    expect(fix('\n  hi there ', [bold(1, 4), code(5, 1)])).toEqual({
      text: 'hi there',
      entities: [bold(0, 2)],
    })
  })

  it('keeps the first hundred entities, in their order', () => {
    const many = Array.from({ length: 120 }, (_, at) => code(119 - at, 1))
    expect(fix('x'.repeat(120), many).entities).toEqual(
      Array.from({ length: 100 }, (_, at) => code(at, 1)),
    )
  })

  it.each([
    [bold(6, 1), 'entity begins after the end of the text at UTF-16 offset 6'],
    [
      bold(4, 2),
      'entity beginning at UTF-16 offset 4 ends after the end of the text at UTF-16 offset 6',
    ],
    [bold(-1, 1), 'receive an entity with incorrect offset -1'],
    [bold(0, -1), 'receive an entity with incorrect length -1'],
    [bold(4, 1), 'entity begins in a middle of a UTF-16 symbol at byte offset 7'],
    [
      bold(0, 4),
      'entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 7',
    ],
    [
      { ...bold(0, 1), type: 'text_link', url: 'http://localhost' },
      "entity URL 'http://localhost' is invalid: Wrong HTTP URL",
    ],
    [{ ...bold(0, 1), type: 'date_time', unix_time: 0 }, 'invalid date specified'],
  ])('refuses the entity %j', (entity, description) => {
    expect(() => fix('abc😀', [entity])).toThrow(`Bad Request: ${description}`)
  })

  it('refuses half a surrogate pair', () => {
    expect(() => fix('a\ud83d')).toThrow('Bad Request: strings must be encoded in UTF-8')
  })
})
