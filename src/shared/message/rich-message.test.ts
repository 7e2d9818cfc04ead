import { describe, expect, it } from 'vitest'
import {
  joinMessages,
  outsideOfTimes,
  plainMessage,
  sliceMessage,
  trimMessage,
} from './rich-message.ts'

describe('plainMessage', () => {
  it('is the text alone, cleaned and trimmed', () => {
    expect(plainMessage(' \n hola\tmundo \r\n ')).toEqual({ text: 'hola mundo', entities: [] })
  })
})

describe('joinMessages', () => {
  it('moves the entities of the later messages along', () => {
    const bold = { text: 'uno', entities: [{ type: 'bold' as const, offset: 0, length: 3 }] }
    expect(joinMessages([bold, plainMessage('dos'), bold], '\n\n')).toEqual({
      text: 'uno\n\ndos\n\nuno',
      entities: [
        { type: 'bold', offset: 0, length: 3 },
        { type: 'bold', offset: 10, length: 3 },
      ],
    })
  })

  it('puts no separator beside an empty message', () => {
    const messages = [plainMessage(''), plainMessage('a'), plainMessage(' '), plainMessage('b')]
    expect(joinMessages(messages, '|').text).toBe('a|b')
  })
})

describe('sliceMessage', () => {
  it('cuts the entities along and drops those outside', () => {
    const message = {
      text: 'abcdef',
      entities: [
        { type: 'bold' as const, offset: 0, length: 2 },
        { type: 'text_link' as const, offset: 1, length: 4, url: 'http://a.b' },
        { type: 'code' as const, offset: 5, length: 1 },
      ],
    }
    expect(sliceMessage(message, 2, 4)).toEqual({
      text: 'cd',
      entities: [{ type: 'text_link', offset: 0, length: 2, url: 'http://a.b' }],
    })
  })
})

describe('a time', () => {
  const time = {
    type: 'date_time' as const,
    offset: 2,
    length: 5,
    unix_time: 1_795_102_502,
    date_time_format: 't',
  }
  const message = { text: 'a 16:35 b', entities: [time] }

  it('is kept whole or becomes plain text', () => {
    expect(sliceMessage(message, 1, 7).entities).toEqual([{ ...time, offset: 1 }])
    expect(sliceMessage(message, 2, 6)).toEqual({ text: '16:3', entities: [] })
    expect(sliceMessage(message, 4, 9)).toEqual({ text: ':35 b', entities: [] })
  })

  it('moves a cut inside it to its start', () => {
    const cuts = Array.from({ length: 9 }, (_, position) => outsideOfTimes([time], position))
    expect(cuts).toEqual([0, 1, 2, 2, 2, 2, 2, 7, 8])
  })

  it('shifts along when messages are joined', () => {
    expect(joinMessages([plainMessage('é'), message], ' ').entities).toEqual([
      { ...time, offset: 4 },
    ])
  })
})

describe('trimMessage', () => {
  it('trims the beginning up to the first entity, as Telegram does', () => {
    const message = { text: '\n  x ', entities: [{ type: 'pre' as const, offset: 1, length: 4 }] }
    expect(trimMessage(message)).toEqual({
      text: '  x',
      entities: [{ type: 'pre', offset: 0, length: 3 }],
    })
  })

  it('empties text that is empty for Telegram, and keeps the rest', () => {
    const bold = [{ type: 'bold' as const, offset: 0, length: 2 }]
    const nothing = ['\u200b\u200d', '\ufeff\u2800', '\u{e0041}', '\u3000\u00a0\n', '\u200f\ufffc']
    for (const text of nothing)
      expect(trimMessage({ text, entities: bold })).toEqual({ text: '', entities: [] })
    for (const text of ['\u3164', '\u2060', '\u00ad', '\u0301', '\ufe0f', 'a\u200b'])
      expect(trimMessage({ text, entities: [] }).text).toBe(text)
  })

  it('drops entities without visible characters, then trims past them', () => {
    const message = { text: ' \n x', entities: [{ type: 'bold' as const, offset: 0, length: 3 }] }
    expect(trimMessage(message)).toEqual({ text: 'x', entities: [] })
  })
})
