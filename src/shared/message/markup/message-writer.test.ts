import { describe, expect, it } from 'vitest'
import { formattedParts } from '../../../../tests/support/formatted-parts.ts'
import { type Format, MessageWriter } from './message-writer.ts'

type Part = string | [Format | undefined, ...Part[]]

function write(...parts: Part[]): string[] {
  const writer = new MessageWriter()
  writeParts(writer, parts)
  return formattedParts(writer.message())
}

function writeParts(writer: MessageWriter, parts: Part[]): void {
  for (const part of parts) {
    if (typeof part === 'string') {
      writer.text(part)
    } else {
      const [mark, ...content] = part
      writer.open(mark)
      writeParts(writer, content)
      writer.close()
    }
  }
}

const bold: Format = { type: 'bold' }
const italic: Format = { type: 'italic' }
const code: Format = { type: 'code' }
const quote: Format = { type: 'blockquote' }
const time: Format = { type: 'date_time', unix_time: 1_795_102_502, date_time_format: 't' }
const link: Format = { type: 'text_link', url: 'http://a.b' }

describe('MessageWriter', () => {
  it('counts offsets in UTF-16 units of the cleaned text', () => {
    const writer = new MessageWriter()
    writer.text('😀\r\n')
    writer.open(bold)
    writer.text('x')
    writer.close()
    expect(writer.message()).toEqual({
      text: '😀\nx',
      entities: [{ type: 'bold', offset: 3, length: 1 }],
    })
  })

  it('nests styles, and omits a style within itself', () => {
    expect(write([bold, 'a', [italic, 'b', [bold, 'c']], 'd'])).toEqual([
      'bold[abcd]',
      'italic[bc]',
    ])
  })

  it('writes no entity inside code', () => {
    expect(write([code, 'a', [bold, 'b'], [link, 'c'], [quote, 'd']])).toEqual(['code[abcd]'])
  })

  it('ends a style before code and resumes it after', () => {
    expect(write([bold, 'a', [italic, [code, 'b'], 'c']])).toEqual([
      'bold[a]',
      'code[b]',
      'bold[c]',
      'italic[c]',
    ])
  })

  it('writes no link, code or quote inside a link', () => {
    expect(write([link, 'a', [link, 'b'], [code, 'c'], [quote, 'd'], [bold, 'e']])).toEqual([
      'text_link[abcde] http://a.b',
      'bold[e]',
    ])
  })

  it('writes links, code and styles inside a quote, but no other quote', () => {
    const expandable: Format = { type: 'expandable_blockquote' }
    expect(write([quote, [expandable, 'a'], [code, 'b'], [link, [bold, 'c']]])).toEqual([
      'blockquote[abc]',
      'code[b]',
      'text_link[c] http://a.b',
      'bold[c]',
    ])
  })

  it('writes times like code: within quotes, between styles', () => {
    expect(write([quote, [bold, 'a', [time, 'b', [italic, 'c']], 'd']])).toEqual([
      'blockquote[abcd]',
      'bold[a]',
      'date_time[bc]',
      'bold[d]',
    ])
    expect(write([bold, [time, 'a']])).toEqual(['date_time[a]'])
  })

  it('writes a time as text inside code, links and spoilers', () => {
    const spoiler: Format = { type: 'spoiler' }
    for (const outer of [code, link, spoiler, { type: 'pre' as const }]) {
      expect(write([outer, 'a', [time, 'b']])).toEqual([expect.stringMatching(/\[ab\]/)])
    }
    expect(write([spoiler, [bold, [time, 'a']]])).toEqual(['spoiler[a]', 'bold[a]'])
  })

  it('drops empty and blank entities', () => {
    expect(write('a', [bold], [italic, ' '], [undefined, 'b'])).toEqual([])
  })
})
